// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.situ.hdfs.client.FileChecksums.NoChecksumException;
import io.situ.hdfs.cluster.FakeDataNode;
import io.situ.hdfs.cluster.OneFileHdfs;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.List;
import java.util.OptionalInt;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Files of blocks that DataNodes give the checksums of, early, late or not at all. */
@Timeout(60)
class FileChecksumsTest {

  private static final int SUM = 0x89abcdef;
  private static final int MINUTES = 600_000;

  private final List<String> warnings = new CopyOnWriteArrayList<>();
  @AutoClose private FakeDataNode well;
  @AutoClose private FakeDataNode late;
  @AutoClose private FakeDataNode silent;
  private OneFileHdfs hdfs;

  @BeforeEach
  void start() throws IOException {
    hdfs = new OneFileHdfs();
    well = new FakeDataNode("well", OptionalInt.of(SUM), 0);
    late = new FakeDataNode("late", OptionalInt.of(SUM), 500);
    silent = new FakeDataNode("silent", OptionalInt.empty(), 0);
  }

  private FileChecksums checksums(int timeout, int warningDelay) {
    return new FileChecksums(hdfs, timeout, warningDelay, warnings::add);
  }

  private int ask(FileChecksums checksums) throws IOException {
    return checksums.of(OneFileHdfs.FILE, hdfs.file().blocks());
  }

  @Test
  void aDataNodeThatIsSilentHoldsUpNoBlockThatAnotherHas() throws Exception {
    hdfs.withBlock(1000, silent.info(), well.info());
    try (FileChecksums checksums = checksums(MINUTES, 1000)) {
      assertThat(ask(checksums)).isEqualTo(SUM);
      assertThat(warnings)
          .singleElement()
          .asString()
          .startsWith(
              "DataNode silent at 127.0.0.1:"
                  + silent.info().getXferPort()
                  + " has not given the checksum of a block of '/file' in 1 s; ");

      assertThat(ask(checksums)).isEqualTo(SUM);
    }
    assertThat(silent.requests()).isLessThanOrEqualTo(1);
    assertThat(warnings).hasSize(1);
  }

  /** As where the bytes have to be fetched from an archive first. */
  @Test
  void aDataNodeThatIsLateGoesOnWhileOthersAreAsked() throws Exception {
    hdfs.withBlock(1000, late.info(), silent.info());

    try (FileChecksums checksums = checksums(MINUTES, 50)) {
      assertThat(ask(checksums)).isEqualTo(SUM);
    }

    assertThat(late.requests()).isEqualTo(1);
    assertThat(warnings).singleElement().asString().startsWith("DataNode late at ");
  }

  @Test
  void theOneDataNodeThatHasABlockIsAwaited() throws Exception {
    hdfs.withBlock(1000, late.info());

    try (FileChecksums checksums = checksums(MINUTES, 50)) {
      assertThat(ask(checksums)).isEqualTo(SUM);
    }

    assertThat(warnings).isEmpty();
  }

  @Test
  void aDataNodeThatRefusesIsFollowedByTheNextAtOnce() throws Exception {
    hdfs.withBlock(1000, late.info(), well.info());
    late.close();

    try (FileChecksums checksums = checksums(MINUTES, MINUTES)) {
      assertThat(ask(checksums)).isEqualTo(SUM);
    }

    assertThat(warnings).isEmpty();
  }

  @Test
  void whatEachDataNodeSaysIsReported() throws Exception {
    hdfs.withBlock(1000, silent.info(), late.info());
    late.close();

    try (FileChecksums checksums = checksums(1000, MINUTES)) {
      assertThatThrownBy(() -> ask(checksums))
          .isInstanceOf(NoChecksumException.class)
          .hasMessageMatching(
              "silent at 127\\.0\\.0\\.1:[0-9]+ \\(no answer in 1 s\\),"
                  + " late at 127\\.0\\.0\\.1:[0-9]+ \\(Connection refused\\)");
    }
  }

  @Test
  void aBlockThatNoDataNodeHasIsNamed() {
    hdfs.withBlock(1000);

    try (FileChecksums checksums = checksums(MINUTES, MINUTES)) {
      assertThatThrownBy(() -> ask(checksums))
          .isInstanceOf(NoChecksumException.class)
          .hasMessage("no DataNode has blk_100");
    }
  }

  @Test
  void aFileThatIsGoneIsNotSaidToBeRefused() {
    hdfs.withBlock(1000, well.info());
    hdfs.delete();

    try (FileChecksums checksums = checksums(MINUTES, MINUTES)) {
      assertThatThrownBy(() -> ask(checksums)).isInstanceOf(FileNotFoundException.class);
    }
  }

  private static int crc(byte[] bytes, int from, int to) {
    CRC32C crc = new CRC32C();
    crc.update(bytes, from, to - from);
    return (int) crc.getValue();
  }

  @Test
  void theChecksumOfAFileIsThatOfAllItsBytes() throws Exception {
    byte[] bytes = new byte[3000];
    new Random(1).nextBytes(bytes);
    try (FakeDataNode first = new FakeDataNode("a", OptionalInt.of(crc(bytes, 0, 1024)), 0);
        FakeDataNode second = new FakeDataNode("b", OptionalInt.of(crc(bytes, 1024, 2048)), 0);
        FakeDataNode third = new FakeDataNode("c", OptionalInt.of(crc(bytes, 2048, 3000)), 0);
        FileChecksums checksums = checksums(MINUTES, MINUTES)) {
      hdfs.withBlock(1024, first.info()).withBlock(1024, second.info());
      hdfs.withBlock(952, third.info());

      assertThat(ask(checksums)).isEqualTo(crc(bytes, 0, 3000));
    }
  }
}
