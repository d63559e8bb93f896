// SPDX-License-Identifier: Apache-2.0
package io.situ.bench;

import io.situ.bench.cluster.InProcessHdfs;
import io.situ.bench.harness.Benchmark;
import io.situ.bench.harness.BenchmarkOptions;
import io.situ.bench.harness.Results;
import io.situ.bench.harness.StoreTree;
import io.situ.bench.harness.Variants;
import io.situ.hdfs.attach.HdfsAttachService;
import io.situ.hdfs.direct.DirectInputStream;
import io.situ.hdfs.direct.DirectReadFileSystem;
import io.situ.hdfs.source.AttachedTree;
import io.situ.storage.StorePath;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Random;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hdfs.MiniDFSCluster;

/**
 * How fast one thread reads an attached file, cached, through {@code situ://}, through {@code
 * hdfs://} straight from its store, and through the DataNode; and how long it takes to open one.
 */
public final class DirectBench {

  private static final int MB = 1 << 20;
  private static final String SITU = "situ://";
  private static final String DIRECT = "hdfs://, straight from the store";
  private static final String DATA_NODE = "hdfs://, through the DataNode";
  private static final String COPY = "hdfs://, a copy in HDFS, fs.hdfs.impl set";
  private static final String COPY_STOCK = "hdfs://, a copy in HDFS";

  /** Reading through a DataNode is so much slower at random that it gets fewer reads. */
  private static final int SHARE = 50;

  private static final int READS = 50_000;
  private static final int OPENS = 1_000;

  private final BenchmarkOptions settings;
  private final FileSystem situ;
  private final FileSystem direct;
  private final FileSystem stock;

  private DirectBench(BenchmarkOptions settings, MiniDFSCluster cluster) throws IOException {
    Configuration conf = cluster.getConfiguration(0);
    Configuration reader = new Configuration(conf);
    reader.set("fs.hdfs.impl", DirectReadFileSystem.class.getName());
    this.settings = settings;
    this.situ = FileSystem.get(URI.create("situ://data/"), conf);
    this.stock = cluster.getFileSystem();
    this.direct = FileSystem.newInstance(stock.getUri(), reader);
  }

  /**
   * @param args see {@link Benchmark#run}; {@code only}: {@link BenchmarkOptions#picks}
   */
  public static void main(String[] args) {
    BenchmarkOptions defaults =
        BenchmarkOptions.none().and("rounds", 7).and("mb", 512).and("only", "");
    Benchmark.run(
        "direct", defaults, settings -> settings.number("mb") + 200, DirectBench::run, args);
  }

  private static void run(Path scratch, BenchmarkOptions settings) throws Exception {
    Path store = Files.createDirectory(scratch.resolve("store"));
    write(Files.createDirectory(store.resolve("tree")).resolve("data"), settings.number("mb"));
    Configuration conf = InProcessHdfs.configuration(scratch, store);
    try (MiniDFSCluster cluster = InProcessHdfs.builder(scratch, conf, 1).build()) {
      cluster.waitActive();
      attach(store, cluster);
      DirectBench bench = new DirectBench(settings, cluster);
      bench.run();
    }
  }

  private static void write(Path file, int megabytes) throws IOException {
    Random random = new Random(1);
    byte[] piece = new byte[MB];
    try (OutputStream out = Files.newOutputStream(file)) {
      for (int i = 0; i < megabytes; i++) {
        random.nextBytes(piece);
        out.write(piece);
      }
    }
  }

  private static void attach(Path store, MiniDFSCluster cluster) throws IOException {
    StorePath root = StorePath.of("/tree");
    try (HdfsAttachService attachService =
        HdfsAttachService.open(
            InProcessHdfs.keys(cluster.getConfiguration(0)),
            cluster.getFileSystem().getUri() + "/tree")) {
      attachService.attach(
          AttachedTree.now("data", "bench", root), StoreTree.objects(store, root).iterator());
    }
    try (OutputStream out = cluster.getFileSystem().create(path("/copy"))) {
      out.write(new byte[1000]);
    }
  }

  private static org.apache.hadoop.fs.Path path(String name) {
    return new org.apache.hadoop.fs.Path(name);
  }

  private void run() throws Exception {
    for (int buffer : new int[] {4 << 10, 64 << 10, MB}) {
      compare(
          String.format(Locale.ROOT, "sequential, %d KB at a time", buffer >> 10),
          fs -> sequential(fs, buffer),
          () -> sequential(stock, buffer));
    }
    for (int buffer : new int[] {4 << 10, 64 << 10, MB}) {
      compare(
          String.format(Locale.ROOT, "positioned, at random, %d KB at a time", buffer >> 10),
          fs -> random(fs, buffer, 1),
          () -> random(stock, buffer, SHARE));
    }
    open();
  }

  private interface Reading {
    double rate(FileSystem fs) throws IOException;
  }

  private void compare(String title, Reading reading, Variants.Variant dataNode) throws Exception {
    if (settings.picks(title)) {
      Results figures =
          new Variants(title, "GB/s")
              .arm(SITU, () -> reading.rate(situ))
              .arm(DIRECT, () -> reading.rate(direct))
              .arm(DATA_NODE, dataNode)
              .run(2, settings.number("rounds"), System.out);
      figures.claim(DIRECT, SITU, 0.95, System.out);
      figures.compare(DIRECT, DATA_NODE, System.out);
    }
  }

  private void open() throws Exception {
    String title = "opening, reading one byte, closing";
    if (settings.picks(title)) {
      Results figures =
          new Variants(title, "files/s")
              .arm(DATA_NODE, () -> opens(stock, "/tree/data"))
              .arm(DIRECT, () -> opens(direct, "/tree/data"))
              .arm(COPY_STOCK, () -> opens(stock, "/copy"))
              .arm(COPY, () -> opens(direct, "/copy"))
              .run(1, settings.number("rounds"), System.out);
      figures.compare(DIRECT, DATA_NODE, System.out);
      figures.compare(COPY, COPY_STOCK, System.out);
    }
  }

  private FSDataInputStream open(FileSystem fs) throws IOException {
    FSDataInputStream in = fs.open(path("/tree/data"));
    if (fs == direct && !isDirect(in)) {
      throw new IOException("the file is not read from its store");
    }
    return in;
  }

  private static boolean isDirect(FSDataInputStream in) {
    return in.getWrappedStream() instanceof DirectInputStream stream && stream.isDirect();
  }

  private static double rate(double count, long startNanos) {
    return count / (System.nanoTime() - startNanos);
  }

  private double sequential(FileSystem fs, int buffer) throws IOException {
    byte[] target = new byte[buffer];
    long start = System.nanoTime();
    long bytes = 0;
    try (FSDataInputStream in = open(fs)) {
      int count;
      while ((count = in.read(target)) > 0) {
        bytes += count;
      }
    }
    if (bytes != settings.number("mb") * (long) MB) {
      throw new IOException("read " + bytes + " bytes");
    }
    return rate(bytes, start);
  }

  private double random(FileSystem fs, int buffer, int share) throws IOException {
    long size = settings.number("mb") * (long) MB;
    int reads = (int) Math.max(1, Math.min(READS, size / buffer) / share);
    long places = (size - buffer) / 4096 + 1;
    Random random = new Random(2);
    byte[] target = new byte[buffer];
    long start = System.nanoTime();
    try (FSDataInputStream in = open(fs)) {
      for (int i = 0; i < reads; i++) {
        in.readFully(random.nextLong(places) * 4096, target);
      }
    }
    return rate(reads * (double) buffer, start);
  }

  private static double opens(FileSystem fs, String file) throws IOException {
    long start = System.nanoTime();
    for (int i = 0; i < OPENS; i++) {
      try (FSDataInputStream in = fs.open(path(file))) {
        if (in.read() < 0) {
          throw new IOException("nothing read");
        }
      }
    }
    return rate(OPENS * 1e9, start);
  }
}
