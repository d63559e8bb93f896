// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.datanode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.situ.hdfs.cluster.BlockFiles;
import io.situ.hdfs.cluster.LinkRequests;
import io.situ.hdfs.cluster.LinkedClusterFixture;
import io.situ.hdfs.link.LinkMetadata;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.fs.FileChecksum;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.test.GenericTestUtils;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Objects that got other bytes or other attributes and have the size and the time of before. */
@Tag("hadoop-3.4-long")
class RestoredTimestampTest extends LinkedClusterFixture {

  private static final int LENGTH = 3_000_000;

  private static org.apache.hadoop.fs.Path file(String name) {
    return new org.apache.hadoop.fs.Path("/" + name + "/object");
  }

  private static Path object(String name) {
    return linked.home().resolve("on1/" + name + "/object");
  }

  private static FileChecksum checksum(String name) throws IOException {
    return linked.hdfs().getFileChecksum(file(name));
  }

  private static void write(String name, byte[] bytes) throws IOException {
    FileTime time = Files.getLastModifiedTime(object(name));
    Files.write(object(name), bytes);
    Files.setLastModifiedTime(object(name), time);
  }

  private static ExtendedBlock block(String name) throws IOException {
    return new LinkRequests(linked).block(file(name).toString());
  }

  private static LinkMetadata mark(String name) throws IOException {
    String block = block(name).getBlockName();
    List<Path> sums = BlockFiles.named(linked.servers(), block + "_.*\\.meta");
    return LinkMetadata.read(sums.get(0)).orElseThrow();
  }

  private static long changed(String name) throws IOException {
    FileTime time = (FileTime) Files.getAttribute(object(name), "unix:ctime");
    return time.to(TimeUnit.NANOSECONDS);
  }

  @Test
  void otherBytesDoNotHaveTheChecksumOfTheOldOnes() throws Exception {
    byte[] bytes = linked.write("on1/other/object", LENGTH);
    linked.attach("/on1/other", "/other");
    FileChecksum before = checksum("other");
    ExtendedBlock block = block("other");
    byte[] others = bytes.clone();
    others[LENGTH - 1]++;

    write("other", others);

    assertThatThrownBy(() -> checksum("other")).isInstanceOf(IOException.class);
    assertThatThrownBy(() -> linked.read("/other/object")).isInstanceOf(IOException.class);
    GenericTestUtils.waitFor(() -> linked.isCorrupt(block), 20, 60_000);

    write("other", bytes);
    GenericTestUtils.waitFor(() -> isServed("other", bytes, before), 100, 60_000);
    GenericTestUtils.waitFor(() -> !linked.isCorrupt(block), 100, 60_000);
  }

  private static boolean isServed(String name, byte[] bytes, FileChecksum checksum) {
    try {
      return Arrays.equals(linked.read(file(name).toString()), bytes)
          && checksum(name).equals(checksum);
    } catch (IOException e) {
      // The NameNode takes the block for gone for a moment.
      return false;
    }
  }

  @Test
  void otherPermissionsOnlyCostOneMoreReading() throws Exception {
    byte[] bytes = linked.write("on1/mode/object", LENGTH);
    linked.attach("/on1/mode", "/mode");
    FileChecksum before = checksum("mode");
    assertThat(mark("mode").changed()).isEqualTo(changed("mode"));

    Files.setPosixFilePermissions(object("mode"), PosixFilePermissions.fromString("rw-r-----"));

    assertThat(mark("mode").changed()).isNotEqualTo(changed("mode"));
    assertThat(linked.read("/mode/object")).isEqualTo(bytes);
    assertThat(mark("mode").changed()).isEqualTo(changed("mode"));
    assertThat(checksum("mode")).isEqualTo(before);
  }

  @Test
  void anAppendDoesNotCopyOtherBytes() throws Exception {
    byte[] bytes = linked.write("on1/append/object", LENGTH);
    linked.attach("/on1/append", "/append");
    byte[] others = bytes.clone();
    others[0]++;

    write("append", others);

    assertThatThrownBy(() -> linked.hdfs().append(file("append")).close())
        .isInstanceOf(IOException.class);
    linked.hdfs().delete(file("append"), false);
  }
}
