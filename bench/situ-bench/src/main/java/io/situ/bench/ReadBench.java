// SPDX-License-Identifier: Apache-2.0
package io.situ.bench;

import io.situ.bench.harness.Benchmark;
import io.situ.bench.harness.BenchmarkOptions;
import io.situ.bench.harness.Results;
import io.situ.bench.harness.Variants;
import java.io.IOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Random;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocalFileSystem;
import org.apache.hadoop.fs.Options.OpenFileOptions;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.util.functional.FutureIO;

/**
 * How fast one thread reads a cached file through each file system, and through a plain {@code
 * FileChannel}, which is the limit. All arms read the same bytes with the same buffer size.
 */
public final class ReadBench {

  private static final int MB = 1 << 20;
  private static final String CHANNEL_DIRECT = "FileChannel, direct buffer";
  private static final String CHANNEL_ARRAY = "FileChannel, array";
  private static final String SITU_DIRECT = "situ://, direct buffer";
  private static final String SITU_ARRAY = "situ://, array";
  private static final String LOCAL = "LocalFileSystem, array";

  /** Reading through HDFS is so much slower at random that it gets fewer reads. */
  private static final int HDFS_SHARE = 20;

  private final Path file;
  private final long size;
  private final int rounds;
  private final BenchmarkOptions settings;
  private final FileSystem situ;
  private final FileSystem raw;
  private final FileSystem local;
  private final FileSystem hdfs;

  private ReadBench(Path file, BenchmarkOptions settings, MiniDFSCluster cluster)
      throws IOException {
    Configuration conf = new Configuration();
    this.file = file;
    this.size = Files.size(file);
    this.rounds = settings.number("rounds");
    this.settings = settings;
    this.situ = FileSystem.get(URI.create("situ:///"), conf);
    this.local = FileSystem.getLocal(conf);
    this.raw = ((LocalFileSystem) local).getRaw();
    this.hdfs = cluster.getFileSystem();
  }

  /**
   * @param args see {@link Benchmark#run}; {@code only}: {@link BenchmarkOptions#picks}
   */
  public static void main(String[] args) {
    BenchmarkOptions defaults =
        BenchmarkOptions.none().and("rounds", 7).and("mb", 2048).and("only", "");
    Benchmark.run(
        "read", defaults, settings -> settings.number("mb") * 2L + 100, ReadBench::run, args);
  }

  private static void run(Path scratch, BenchmarkOptions settings) throws Exception {
    Configuration conf = new Configuration();
    conf.set(MiniDFSCluster.HDFS_MINIDFS_BASEDIR, scratch.resolve("hdfs").toString());
    try (MiniDFSCluster cluster = new MiniDFSCluster.Builder(conf).numDataNodes(1).build()) {
      Path file = scratch.resolve("data");
      write(file, settings.number("mb"), cluster.getFileSystem());
      new ReadBench(file, settings, cluster).run();
    }
  }

  /** Writes the file with Hadoop's side file of checksums, and a copy of it into HDFS. */
  private static void write(Path file, long megabytes, FileSystem hdfs) throws IOException {
    Random random = new Random(1);
    byte[] piece = new byte[MB];
    try (FSDataOutputStream here = FileSystem.getLocal(new Configuration()).create(hadoop(file));
        FSDataOutputStream there = hdfs.create(hadoop(file))) {
      for (long i = 0; i < megabytes; i++) {
        random.nextBytes(piece);
        here.write(piece);
        there.write(piece);
      }
    }
  }

  private static org.apache.hadoop.fs.Path hadoop(Path file) {
    return new org.apache.hadoop.fs.Path(file.toString());
  }

  private void run() throws Exception {
    for (int buffer : new int[] {4 << 10, 64 << 10, MB}) {
      compare("sequential", buffer, new Sequential(buffer));
    }
    for (int buffer : new int[] {4 << 10, 64 << 10, MB}) {
      compare("random", buffer, new RandomReads(buffer));
    }
  }

  private void compare(String how, int buffer, Reading reading) throws Exception {
    String title = String.format(Locale.ROOT, "%s, %d KB at a time", how, buffer >> 10);
    if (!settings.picks(title)) {
      return;
    }
    Results figures =
        new Variants(title, "GB/s")
            .arm(CHANNEL_DIRECT, () -> reading.channel(ByteBuffer.allocateDirect(buffer)))
            .arm(CHANNEL_ARRAY, () -> reading.channel(ByteBuffer.allocate(buffer)))
            .arm(SITU_DIRECT, () -> reading.direct(situ))
            .arm(SITU_ARRAY, () -> reading.array(situ, 1))
            .arm("RawLocalFileSystem, array", () -> reading.array(raw, 1))
            .arm(LOCAL, () -> reading.array(local, 1))
            .arm("HDFS, one DataNode, array", () -> reading.array(hdfs, HDFS_SHARE))
            .run(2, rounds, System.out);
    figures.claim(SITU_DIRECT, CHANNEL_DIRECT, 0.95, System.out);
    figures.claim(SITU_ARRAY, CHANNEL_ARRAY, 0.95, System.out);
    figures.claim(SITU_ARRAY, LOCAL, 2, System.out);
    figures.compare(CHANNEL_ARRAY, LOCAL, System.out);
  }

  private FSDataInputStream open(FileSystem fs, String policy) throws IOException {
    return FutureIO.awaitFuture(
        fs.openFile(hadoop(file))
            .opt(OpenFileOptions.FS_OPTION_OPENFILE_READ_POLICY, policy)
            .build());
  }

  private static double rate(long bytes, long startNanos) {
    return bytes / (double) (System.nanoTime() - startNanos);
  }

  /** One way to go through the file, as rates in GB/s. */
  private interface Reading {
    double channel(ByteBuffer target) throws IOException;

    double direct(FileSystem fs) throws IOException;

    /** Reads one {@code share}-th where the whole would take too long. */
    double array(FileSystem fs, int share) throws IOException;
  }

  private final class Sequential implements Reading {
    private final int buffer;

    Sequential(int buffer) {
      this.buffer = buffer;
    }

    @Override
    public double channel(ByteBuffer target) throws IOException {
      long start = System.nanoTime();
      long bytes = 0;
      try (FileChannel in = FileChannel.open(file)) {
        int count;
        while ((count = in.read(target.clear())) > 0) {
          bytes += count;
        }
      }
      return rate(check(bytes), start);
    }

    @Override
    public double direct(FileSystem fs) throws IOException {
      ByteBuffer target = ByteBuffer.allocateDirect(buffer);
      long start = System.nanoTime();
      long bytes = 0;
      try (FSDataInputStream in = open(fs, "sequential")) {
        int count;
        while ((count = in.read(target.clear())) > 0) {
          bytes += count;
        }
      }
      return rate(check(bytes), start);
    }

    @Override
    public double array(FileSystem fs, int share) throws IOException {
      byte[] target = new byte[buffer];
      long start = System.nanoTime();
      long bytes = 0;
      try (FSDataInputStream in = open(fs, "sequential")) {
        int count;
        while ((count = in.read(target)) > 0) {
          bytes += count;
        }
      }
      return rate(check(bytes), start);
    }

    private long check(long bytes) throws IOException {
      if (bytes != size) {
        throw new IOException("read " + bytes + " of " + size + " bytes");
      }
      return bytes;
    }
  }

  private final class RandomReads implements Reading {
    private final int buffer;
    private final long[] positions;

    RandomReads(int buffer) {
      this.buffer = buffer;
      int count = (int) Math.min(100_000, size / buffer);
      long places = (size - buffer) / 4096 + 1;
      this.positions = new Random(2).longs(count, 0, places).map(place -> place * 4096).toArray();
    }

    @Override
    public double channel(ByteBuffer target) throws IOException {
      long start = System.nanoTime();
      try (FileChannel in = FileChannel.open(file)) {
        for (long position : positions) {
          in.read(target.clear(), position);
        }
      }
      return rate((long) positions.length * buffer, start);
    }

    @Override
    public double direct(FileSystem fs) throws IOException {
      ByteBuffer target = ByteBuffer.allocateDirect(buffer);
      long start = System.nanoTime();
      try (FSDataInputStream in = open(fs, "random")) {
        for (long position : positions) {
          in.readFully(position, target.clear());
        }
      }
      return rate((long) positions.length * buffer, start);
    }

    @Override
    public double array(FileSystem fs, int share) throws IOException {
      byte[] target = new byte[buffer];
      int reads = Math.max(1, positions.length / share);
      long start = System.nanoTime();
      try (FSDataInputStream in = open(fs, "random")) {
        for (int i = 0; i < reads; i++) {
          in.seek(positions[i]);
          in.readFully(target);
        }
      }
      return rate((long) reads * buffer, start);
    }
  }
}
