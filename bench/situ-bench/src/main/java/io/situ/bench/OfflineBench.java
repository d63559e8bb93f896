// SPDX-License-Identifier: Apache-2.0
package io.situ.bench;

import io.situ.bench.cluster.InProcessHdfs;
import io.situ.bench.harness.Benchmark;
import io.situ.bench.harness.BenchmarkOptions;
import io.situ.bench.harness.InputTrees;
import io.situ.bench.harness.Results;
import io.situ.bench.harness.StoreTree;
import io.situ.bench.harness.Variants;
import io.situ.hdfs.datanode.OfflineDataNode;
import io.situ.hdfs.offline.OfflineAttacher;
import io.situ.hdfs.source.AttachSummary;
import io.situ.hdfs.source.AttachedTree;
import io.situ.storage.StorePath;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.SafeModeAction;
import org.apache.hadoop.hdfs.MiniDFSCluster;

/**
 * A first load of an HDFS that is stopped: making the NameNode's new image, and linking the blocks
 * of one DataNode. Then HDFS is started, to see that it has them all.
 */
public final class OfflineBench {

  private static final int EACH = 1_000;
  private static final String HOST = "node1";
  private static final String IMAGE = "situ attach --offline";
  private static final String LINK = "situ link, one host";

  private final Path scratch;
  private final int files;
  private Map<String, String> keys;
  private Path names;
  private int targets;

  private OfflineBench(Path scratch, int files) {
    this.scratch = scratch;
    this.files = files;
  }

  /**
   * @param args see {@link Benchmark#run}; {@code files} of {@code bytes} each
   */
  public static void main(String[] args) {
    BenchmarkOptions defaults =
        BenchmarkOptions.none().and("rounds", 3).and("files", 200_000).and("bytes", 1_000);
    Benchmark.run(
        "offline",
        defaults,
        settings -> settings.number("files") * (long) settings.number("rounds") / 60,
        (scratch, settings) -> new OfflineBench(scratch, settings.number("files")).run(settings),
        args);
  }

  private void run(BenchmarkOptions settings) throws Exception {
    Path store = Files.createDirectory(scratch.resolve("store"));
    InputTrees.make(store.resolve("tree"), files, EACH, new byte[settings.number("bytes")]);
    try (MiniDFSCluster hdfs = start(configuration(store), true)) {
      hdfs.getFileSystem().setSafeMode(SafeModeAction.ENTER);
      hdfs.getFileSystem().saveNamespace();
      keys = InProcessHdfs.keys(hdfs.getDataNodes().get(0).getConf());
      names = Path.of(hdfs.getNameDirs(0).iterator().next());
    }
    measure(settings.number("rounds"))
        .print(files + " files of " + settings.text("bytes") + " bytes", System.out);
    try (MiniDFSCluster hdfs = start(configuration(store), false)) {
      long blocks = hdfs.getNamesystem().getBlocksTotal();
      long missing = hdfs.getNamesystem().getMissingBlocksCount();
      System.out.println("- HDFS then has " + blocks + " blocks, of which it misses " + missing);
    }
  }

  /** Each round adds a tree of its own, and what is linked is what was just added. */
  private Results measure(int rounds) throws Exception {
    Map<String, double[]> figures = new LinkedHashMap<>();
    figures.put(IMAGE, new double[rounds]);
    figures.put(LINK, new double[rounds]);
    for (int round = 0; round < rounds; round++) {
      figures.get(IMAGE)[round] = files / Variants.seconds(this::image);
      figures.get(LINK)[round] = files / Variants.seconds(this::link);
    }
    return new Results(figures, "files/s");
  }

  private MiniDFSCluster start(Configuration conf, boolean format) throws IOException {
    MiniDFSCluster hdfs =
        InProcessHdfs.builder(scratch, conf, 1).hosts(new String[] {HOST}).format(format).build();
    hdfs.waitActive();
    return hdfs;
  }

  private Configuration configuration(Path store) throws IOException {
    Configuration conf = InProcessHdfs.configuration(scratch, store);
    conf.set("fs.situ.hdfs.checksums", "lazy");
    return conf;
  }

  /** The listing is part of it. */
  private void image() throws IOException {
    targets++;
    StorePath root = StorePath.of("/tree");
    AttachSummary summary =
        new OfflineAttacher(keys, scratch.resolve("lists"), List.of(HOST))
            .attach(
                names,
                AttachedTree.now("data", "bench", root),
                StoreTree.objects(scratch.resolve("store"), root).iterator(),
                "/target-" + targets);
    if (summary.files() != files) {
      throw new IOException("attached " + summary);
    }
  }

  private void link() throws IOException {
    try (OfflineDataNode node = OfflineDataNode.open(keys)) {
      OfflineDataNode.LinkedCount laid =
          node.linkBlocks(scratch.resolve("lists/" + HOST + ".links"), System.err::println);
      if (laid.linked() != files) {
        throw new IOException("linked " + laid);
      }
    }
  }
}
