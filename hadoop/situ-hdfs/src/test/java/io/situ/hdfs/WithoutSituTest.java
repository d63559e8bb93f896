// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.situ.hdfs.cluster.LinkedCluster;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Arrays;
import java.util.Map;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.impl.FsDatasetFactory;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A cluster that is started again without Situ, or with half of it. */
@Tag("servers")
class WithoutSituTest {

  private static final int LENGTH = 100_000;

  @TempDir private Path scratch;
  private Path object;
  private byte[] bytes;

  @BeforeEach
  void nameTheObject() {
    object = scratch.resolve("store/on3/bare/object");
  }

  private void attach(String checksums, String link) throws Exception {
    Map<String, String> settings =
        Map.of("fs.situ.hdfs.checksums", checksums, "fs.situ.hdfs.link", link);
    try (LinkedCluster linked = new LinkedCluster(scratch, settings)) {
      bytes = linked.write("on3/bare/object", LENGTH);
      linked.attach("/on3/bare", "/bare");
    }
  }

  /** The DataNodes' volumes as they are, under another configuration. */
  private LinkedCluster again(Map<String, String> settings) throws IOException {
    return new LinkedCluster(scratch, settings, builder -> builder.format(false));
  }

  @Test
  void noWrongBytesAreServedAndNoObjectIsTouched() throws Exception {
    attach("eager", "placeholder");

    readAndDelete(false);
  }

  @Tag("long")
  @ParameterizedTest
  @CsvSource({
    "lazy, placeholder, false, false",
    "lazy, symlink, false, false",
    "eager, symlink, false, true",
    "eager, symlink, true, false"
  })
  void onlyBytesThatFitTheirChecksumsAreServed(
      String checksums, String link, boolean changed, boolean served) throws Exception {
    attach(checksums, link);
    if (changed) {
      bytes = new byte[LENGTH];
      Arrays.fill(bytes, (byte) 7);
      Files.write(object, bytes);
    }

    readAndDelete(served);
  }

  private void readAndDelete(boolean served) throws Exception {
    org.apache.hadoop.fs.Path file = new org.apache.hadoop.fs.Path("/bare/object");
    BasicFileAttributes before = Files.readAttributes(object, BasicFileAttributes.class);
    HdfsConfiguration conf = new HdfsConfiguration();
    LinkedCluster.IMPATIENT.forEach(conf::set);
    MiniDFSCluster bare =
        new MiniDFSCluster.Builder(conf, scratch.resolve("hdfs").toFile())
            .numDataNodes(3)
            .format(false)
            .build();
    try (bare) {
      bare.waitActive();
      if (served) {
        assertThat(read(bare, file)).isEqualTo(bytes);
      } else {
        assertThatThrownBy(() -> read(bare, file)).isInstanceOf(IOException.class);
      }
      bare.getFileSystem().delete(file, false);
      bare.triggerHeartbeats();
    }
    assertThat(Files.readAllBytes(object)).isEqualTo(bytes);
    BasicFileAttributes after = Files.readAttributes(object, BasicFileAttributes.class);
    assertThat(after.lastModifiedTime()).isEqualTo(before.lastModifiedTime());
    assertThat(after.fileKey()).isEqualTo(before.fileKey());
  }

  private static byte[] read(MiniDFSCluster bare, org.apache.hadoop.fs.Path file)
      throws IOException {
    try (InputStream in = bare.getFileSystem().open(file)) {
      return in.readAllBytes();
    }
  }

  @Tag("long")
  @Test
  void thePlugInWithoutTheFactoryServesNoWrongBytesAndLinksNothing() throws Exception {
    attach("lazy", "placeholder");
    Map<String, String> stock =
        Map.of("dfs.datanode.fsdataset.factory", FsDatasetFactory.class.getName());
    try (LinkedCluster linked = again(stock)) {
      assertThatThrownBy(() -> linked.read("/bare/object")).isInstanceOf(IOException.class);
      assertThatThrownBy(() -> linked.attach("/on3/bare", "/more"))
          .hasMessageContaining("does not answer");
    }
    assertThat(object).hasBinaryContent(bytes);
  }

  @Tag("long")
  @Test
  void theFactoryWithoutThePlugInServesWhatIsAttachedAndLinksNothing() throws Exception {
    attach("lazy", "placeholder");
    try (LinkedCluster linked = again(Map.of("dfs.datanode.plugins", ""))) {
      assertThat(linked.read("/bare/object")).isEqualTo(bytes);
      assertThatThrownBy(() -> linked.attach("/on3/bare", "/more"))
          .hasMessageContaining("does not answer")
          .hasMessageContaining("dfs.datanode.plugins");
    }
    assertThat(object).hasBinaryContent(bytes);
  }
}
