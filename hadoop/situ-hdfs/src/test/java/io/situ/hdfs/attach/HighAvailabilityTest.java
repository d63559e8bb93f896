// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.attach;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.situ.hdfs.cluster.LinkedCluster;
import io.situ.hdfs.source.AttachSummary;
import io.situ.storage.StoreException;
import io.situ.storage.StoreObject;
import java.io.IOException;
import java.net.URI;
import java.util.Iterator;
import java.util.Map;
import java.util.concurrent.Callable;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.hdfs.MiniDFSNNTopology;
import org.apache.hadoop.hdfs.server.namenode.ha.HATestUtil;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two NameNodes, of which the first that is asked need not be the active one. */
@Tag("servers")
@Tag("hadoop-3.4-long")
class HighAvailabilityTest {

  private static final int FILES = 400;

  @TempDir static java.nio.file.Path scratch;
  @AutoClose private static LinkedCluster linked;
  private static MiniDFSCluster cluster;

  private Map<String, String> settings;
  private Configuration conf;

  @BeforeAll
  static void start() throws IOException {
    linked =
        new LinkedCluster(
            scratch,
            Map.of("dfs.ha.tail-edits.period", "1"),
            builder -> builder.nnTopology(MiniDFSNNTopology.simpleHATopology()));
    cluster = linked.cluster();
  }

  @BeforeEach
  void configure() {
    conf = new Configuration(cluster.getConfiguration(0));
    HATestUtil.setFailoverConfigurations(cluster, conf);
    settings = LinkedCluster.keys(conf);
  }

  private static void lead(int number) throws IOException {
    cluster.transitionToStandby(1 - number);
    cluster.transitionToActive(number);
  }

  private void write(String root) throws IOException {
    for (int i = 0; i < FILES; i++) {
      linked.write("on12/" + root + "/" + i % 9 + "/file" + i, i + 1);
    }
  }

  private AttachSummary attach(String root, Callable<?> halfWay) throws Exception {
    try (HdfsAttachService attachService =
        HdfsAttachService.open(settings, HATestUtil.getLogicalUri(cluster) + "/" + root)) {
      Iterator<StoreObject> objects = LinkedCluster.objects(conf, "/on12/" + root).iterator();
      return attachService.attach(
          LinkedCluster.tree("/on12/" + root), new Interrupted(objects, 300, halfWay));
    }
  }

  private record Interrupted(Iterator<StoreObject> all, int[] left, Callable<?> then)
      implements Iterator<StoreObject> {

    Interrupted(Iterator<StoreObject> all, int left, Callable<?> then) {
      this(all, new int[] {left}, then);
    }

    @Override
    public boolean hasNext() {
      return all.hasNext();
    }

    @Override
    public StoreObject next() {
      if (left[0]-- == 0) {
        try {
          then.call();
        } catch (Exception e) {
          throw new IllegalStateException(e);
        }
      }
      return all.next();
    }
  }

  private void assertAttached(String root) throws Exception {
    try (FileSystem hdfs = FileSystem.newInstance(HATestUtil.getLogicalUri(cluster), conf)) {
      for (int i = 0; i < FILES; i++) {
        Path file = new Path("/" + root + "/" + i % 9 + "/file" + i);
        BlockLocation[] blocks = hdfs.getFileBlockLocations(file, 0, i + 1);
        assertThat(blocks).as(file.toString()).hasSize(1);
        assertThat(blocks[0].getHosts()).containsExactlyInAnyOrder("node1", "node2");
      }
      byte[] bytes = new byte[FILES];
      try (var in =
          hdfs.open(new Path("/" + root + "/" + (FILES - 1) % 9 + "/file" + (FILES - 1)))) {
        in.readFully(bytes);
        assertThat(in.read()).isEqualTo(-1);
      }
      java.nio.file.Path object =
          linked.home().resolve("on12/" + root + "/" + (FILES - 1) % 9 + "/file" + (FILES - 1));
      assertThat(object).hasBinaryContent(bytes);
      assertThat(hdfs.globStatus(new Path("/.situ*"))).isEmpty();
    }
  }

  @Test
  void theStandbyIsAskedFirst() throws Exception {
    lead(1);
    write("second");

    assertThat(attach("second", () -> null).files()).isEqualTo(FILES);

    assertAttached("second");
    lead(0);
    assertAttached("second");
  }

  @Test
  void theOtherTakesOverWhileItIsAttached() throws Exception {
    lead(0);
    write("over");

    AttachSummary summary =
        attach(
            "over",
            () -> {
              lead(1);
              return null;
            });

    assertThat(summary.files()).isEqualTo(FILES);
    assertAttached("over");
  }

  @Test
  void aStandbysOwnAddressIsRefusedInOneSentence() throws Exception {
    lead(0);
    URI standby = cluster.getFileSystem(1).getUri();
    try (HdfsAttachService attachService = HdfsAttachService.open(settings, standby + "/nobody")) {
      assertThatExceptionOfType(StoreException.class)
          .isThrownBy(attachService::detach)
          .matches(e -> e.kind() == StoreException.Kind.UNAVAILABLE, "unavailable")
          .withMessage(
              "the NameNode that was asked is a standby; write hdfs://NAMESERVICE/DIR"
                  + " (dfs.nameservices) or name the active one");
    }
  }
}
