// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.attach;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.situ.hdfs.cluster.FakeDataNode;
import io.situ.hdfs.cluster.OneFileHdfs;
import io.situ.storage.StoreException;
import java.io.IOException;
import java.util.OptionalInt;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A file of which there is no checksum, by what DataNodes and NameNode then answer. */
class MissingChecksumsTest {

  private static final String REFUSED = "no DataNode gave the checksum of its bytes: the reason; ";
  private static final String SILENT = "no DataNode that has a block of it answers this host: ";

  private final IOException failure = new IOException("the reason");
  @AutoClose private FakeDataNode well;
  @AutoClose private FakeDataNode stopped;
  private OneFileHdfs hdfs;
  private MissingChecksums missing;

  @BeforeEach
  void start() throws IOException {
    hdfs = new OneFileHdfs();
    missing = new MissingChecksums(hdfs);
    well = new FakeDataNode("well", OptionalInt.of(0), 0);
    stopped = new FakeDataNode("stopped", OptionalInt.of(0), 0);
    stopped.close();
  }

  private void askForMost() throws IOException {
    for (int i = 0; i < MissingChecksums.MAX_MISSING; i++) {
      assertThat(missing.reason(hdfs.file(), failure)).startsWith(SILENT + "stopped at 127.0.0.1:");
    }
  }

  @Test
  void aFileThatIsDeletedMeanwhileDoesNotEndTheCommand() throws Exception {
    hdfs.withBlock(1000, well.info());
    hdfs.delete();

    assertThat(missing.reason(hdfs.file(), failure)).startsWith(REFUSED);

    assertThat(well.requests()).isEqualTo(1);
  }

  @Test
  void noMoreIsAskedForWhereNoDataNodeAnswers() throws Exception {
    hdfs.withBlock(1000, stopped.info());

    askForMost();

    assertThatThrownBy(missing::refuseMore)
        .isInstanceOf(StoreException.class)
        .hasMessageContaining("'/file': " + SILENT);
  }

  /** The host that asks reaches DataNodes, though not each. */
  @Test
  void oneDataNodeThatAnswersIsEnoughToAskForMore() throws Exception {
    hdfs.withBlock(1000, well.info()).withBlock(1000, stopped.info());

    askForMost();

    assertThatCode(missing::refuseMore).doesNotThrowAnyException();
  }

  @Test
  void aBlockThatNoDataNodeHasIsNotSaidToBeOutOfReach() throws Exception {
    hdfs.withBlock(1000);
    hdfs.delete();

    assertThat(missing.reason(hdfs.file(), failure)).startsWith(REFUSED);
  }
}
