// SPDX-License-Identifier: Apache-2.0
package io.situ.bench;

import io.situ.bench.cluster.InProcessHdfs;
import io.situ.bench.harness.Benchmark;
import io.situ.bench.harness.BenchmarkOptions;
import io.situ.bench.harness.InputTrees;
import io.situ.bench.harness.Results;
import io.situ.bench.harness.StoreTree;
import io.situ.bench.harness.UsageException;
import io.situ.bench.harness.Variants;
import io.situ.hdfs.attach.HdfsAttachService;
import io.situ.hdfs.source.AttachSummary;
import io.situ.hdfs.source.AttachSummary.Count;
import io.situ.hdfs.source.AttachedTree;
import io.situ.storage.StorePath;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FsShell;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.util.ToolRunner;

/**
 * Making files that exist appear in HDFS: attached where they are, with checksums computed later or
 * at once, or put there as copies. A NameNode and DataNodes, in the benchmark's own process, that
 * write to disk as they do elsewhere.
 */
public final class AttachBench {

  private static final int KB = 1 << 10;
  private static final int MB = 1 << 20;
  private static final int EACH = 1_000;

  private static final String LAZY = "situ attach --checksums lazy";
  private static final String EAGER = "situ attach";
  private static final String AGAIN = "situ attach again, nothing changed";
  private static final String PUT = "hdfs dfs -put";

  private final Path store;
  private final BenchmarkOptions settings;
  private final Configuration conf;
  private final MiniDFSCluster hdfs;
  private int targets;

  private AttachBench(
      Path store, BenchmarkOptions settings, Configuration conf, MiniDFSCluster hdfs) {
    this.store = store;
    this.settings = settings;
    this.conf = conf;
    this.hdfs = hdfs;
  }

  /**
   * @param args see {@link Benchmark#run}; {@code files} of {@code kb} each, and {@code large} of
   *     {@code mb} each, or only one of these if {@code what} is {@code small} or {@code large};
   *     {@code threads} is what {@code -put -t} gets, {@code copies} the replicas that it writes
   */
  public static void main(String[] args) {
    BenchmarkOptions defaults =
        BenchmarkOptions.none()
            .and("what", "both")
            .and("rounds", 3)
            .and("nodes", 3)
            .and("files", 10_000)
            .and("kb", 64)
            .and("large", 4)
            .and("mb", 256)
            .and("threads", 8)
            .and("copies", 1);
    Benchmark.run("attach", defaults, AttachBench::room, AttachBench::run, args);
  }

  /** The files, their copies, and copies that are being deleted. */
  private static long room(BenchmarkOptions settings) {
    long small = 1L + settings.number("files") * (long) settings.number("kb") / KB;
    long all = small + settings.number("large") * (long) settings.number("mb");
    return (1 + 2L * settings.number("copies")) * all;
  }

  private static void run(Path scratch, BenchmarkOptions settings) throws Exception {
    if (settings.number("copies") > settings.number("nodes")) {
      throw new UsageException("copies cannot be more than nodes, a DataNode for each");
    }
    Path store = Files.createDirectory(scratch.resolve("store"));
    Configuration conf = configuration(scratch, store);
    conf.setInt("dfs.replication", settings.number("copies"));
    try (MiniDFSCluster hdfs =
        InProcessHdfs.builder(scratch, conf, settings.number("nodes"))
            .skipFsyncForTesting(false)
            .build()) {
      hdfs.waitActive();
      new AttachBench(store, settings, hdfs.getConfiguration(0), hdfs).run();
    }
  }

  private static Configuration configuration(Path scratch, Path store) throws IOException {
    Configuration conf = InProcessHdfs.configuration(scratch, store);
    // 400 ms by default, which a put of small files mostly waits for; it doubles with each attempt.
    conf.setInt("dfs.client.block.write.locateFollowingBlock.initial.delay.ms", 2);
    conf.setInt("dfs.client.block.write.locateFollowingBlock.retries", 12);
    return conf;
  }

  private void run() throws Exception {
    String what = settings.text("what");
    if (!what.equals("large")) {
      InputTrees.make(
          store.resolve("small"),
          settings.number("files"),
          EACH,
          new byte[settings.number("kb") * KB]);
      compare("small", settings.number("files"), settings.number("kb") + " KiB", 10, 4);
    }
    if (!what.equals("small")) {
      makeLarge(store.resolve("large"), settings.number("large"), settings.number("mb"));
      compare("large", settings.number("large"), settings.number("mb") + " MiB", 1000, 25);
    }
  }

  private static void makeLarge(Path tree, int files, int megabytes) throws IOException {
    Files.createDirectory(tree);
    for (int i = 0; i < files; i++) {
      try (OutputStream out = Files.newOutputStream(tree.resolve("part-" + i))) {
        byte[] bytes = new byte[MB];
        for (int j = 0; j < megabytes; j++) {
          bytes[j % MB]++;
          out.write(bytes);
        }
      }
    }
  }

  private void compare(String name, int files, String size, double lazy, double eager)
      throws Exception {
    Path tree = store.resolve(name);
    Results figures =
        new Variants(files + " files of " + size, "files/s")
            .arm(LAZY, () -> files / attach(name, files, "lazy"))
            .arm(EAGER, () -> files / attach(name, files, "eager"))
            .arm(AGAIN, () -> files / attachAgain(name, files))
            .arm(PUT, () -> files / put(tree))
            .run(1, settings.number("rounds"), System.out);
    figures.claim(LAZY, PUT, lazy, System.out);
    figures.claim(EAGER, PUT, eager, System.out);
    InputTrees.delete(tree);
  }

  private double attach(String name, int files, String checksums) throws Exception {
    try (HdfsAttachService attachService = attachService(checksums)) {
      double seconds = attach(attachService, name, Count.ADDED, files);
      attachService.detach();
      return seconds;
    }
  }

  private double attachAgain(String name, int files) throws Exception {
    try (HdfsAttachService attachService = attachService("lazy")) {
      attach(attachService, name, Count.ADDED, files);
      double seconds = attach(attachService, name, Count.UNCHANGED, files);
      attachService.detach();
      return seconds;
    }
  }

  private HdfsAttachService attachService(String checksums) throws IOException {
    Map<String, String> keys = InProcessHdfs.keys(conf);
    keys.put("fs.situ.hdfs.checksums", checksums);
    return HdfsAttachService.open(keys, hdfs.getFileSystem().getUri() + target());
  }

  /** Seconds of an attach of which all {@code files} are what is {@code expected}. */
  private double attach(HdfsAttachService attachService, String name, Count expected, int files)
      throws Exception {
    StorePath root = StorePath.of("/" + name);
    AttachedTree tree = AttachedTree.now("data", "bench", root);
    return Variants.seconds(
        () -> {
          AttachSummary summary =
              attachService.attach(tree, StoreTree.objects(store, root).iterator());
          if (summary.get(expected) != files) {
            throw new IOException("attached " + summary);
          }
        });
  }

  private double put(Path tree) throws Exception {
    String target = target();
    String[] words = {"-put", "-t", settings.text("threads"), "file://" + tree, target};
    double seconds =
        Variants.seconds(
            () -> {
              if (ToolRunner.run(new FsShell(conf), words) != 0) {
                throw new IOException("put failed");
              }
            });
    hdfs.getFileSystem().delete(new org.apache.hadoop.fs.Path(target), true);
    return seconds;
  }

  private String target() {
    targets++;
    return "/target-" + targets;
  }
}
