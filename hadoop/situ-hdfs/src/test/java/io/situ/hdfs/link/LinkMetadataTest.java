// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.link;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.situ.storage.StoreObject;
import io.situ.storage.StorePath;
import io.situ.storage.testkit.fault.DamagedBytes;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.UserDefinedFileAttributeView;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Marks of checksum files, of this version and of others, and what is none. */
class LinkMetadataTest {

  private static final int MUTATIONS = 20_000;
  private static final LinkedBlock BLOCK =
      new LinkedBlock("data", StorePath.of("/a"), 9, new StoreObject.Version(1, 2), 0, 9);

  @TempDir private Path scratch;
  private Path sums;

  @BeforeEach
  void make() throws IOException {
    sums = Files.createFile(scratch.resolve("blk_1_2.meta"));
  }

  private void write(String state) throws IOException {
    write(mark(state));
  }

  private static byte[] mark(String state) {
    String text = "2\t" + state + "\tstore\t" + new String(BLOCK.toBytes(), StandardCharsets.UTF_8);
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private void write(byte[] mark) throws IOException {
    Files.getFileAttributeView(sums, UserDefinedFileAttributeView.class)
        .write("situ.link", ByteBuffer.wrap(mark));
  }

  @ParameterizedTest
  @CsvSource({"true,true,true,-7", "false,false,false,0", "true,false,true,1700000000123456789"})
  void whatIsWrittenIsRead(boolean summed, boolean bad, boolean symbolic, long changed)
      throws IOException {
    LinkMetadata mark = new LinkMetadata(BLOCK, "store", summed, bad, symbolic, changed);

    mark.write(sums);

    assertThat(LinkMetadata.read(sums)).contains(mark);
  }

  @ParameterizedTest
  @CsvSource({
    "summed,true,false,false",
    "lazy,false,false,false",
    "lazy-bad,false,true,false",
    "summed-bad-symlink,true,true,true"
  })
  void thoseOfTheVersionBeforeAreRead(String state, boolean summed, boolean bad, boolean symbolic)
      throws IOException {
    write(state);

    assertThat(LinkMetadata.read(sums))
        .contains(new LinkMetadata(BLOCK, "store", summed, bad, symbolic, LinkMetadata.UNKNOWN));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "sum", "summed-", "summed-symlink-bad", "lazy-cx", "Summed"})
  void aStateThatIsNotKnownIsNotTakenForAnother(String state) throws IOException {
    write(state);

    assertThatThrownBy(() -> LinkMetadata.read(sums))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("says it belongs to a linked block, but not the mark");
  }

  @Test
  void anyBytesAreAMarkOrAreRefused() throws IOException {
    byte[] whole = mark("lazy-bad-symlink-c17f3a9");
    DamagedBytes damage = new DamagedBytes(7);
    int refused = 0;
    for (int i = 0; i < MUTATIONS; i++) {
      write(damage.copy(whole));
      try {
        LinkMetadata mark = LinkMetadata.read(sums).orElseThrow();
        mark.write(sums);
        assertThat(LinkMetadata.read(sums)).contains(mark);
      } catch (IOException e) {
        assertThat(e).hasMessageContaining(sums + " says it belongs to a linked block, but ");
        refused++;
      }
    }
    assertThat(refused).isBetween(1, MUTATIONS - 1);
  }

  @Test
  void whatIsNoMarkIsNotRepeatedInFull() throws IOException {
    write("x".repeat(3_000));

    assertThatThrownBy(() -> LinkMetadata.read(sums))
        .satisfies(e -> assertThat(e.getMessage()).hasSizeLessThan(400));
  }
}
