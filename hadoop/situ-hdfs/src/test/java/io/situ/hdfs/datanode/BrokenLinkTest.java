// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.datanode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.situ.hdfs.cluster.BlockFiles;
import io.situ.hdfs.cluster.LinkedCluster;
import io.situ.hdfs.cluster.LinkedClusterFixture;
import io.situ.hdfs.link.LinkMetadata;
import io.situ.hdfs.link.LinkedBlock;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.util.List;
import org.apache.hadoop.hdfs.DFSClient;
import org.apache.hadoop.test.GenericTestUtils;
import org.apache.hadoop.test.GenericTestUtils.LogCapturer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.slf4j.event.Level;

/** What readers see when an object is not what was attached, and who may attach. */
@Tag("hadoop-3.5")
class BrokenLinkTest extends LinkedClusterFixture {

  private static final int LENGTH = 5000;

  private interface Change {
    void make(Path object) throws IOException;
  }

  /**
   * Attaches an object, changes it and reads its file.
   *
   * @return what the reader's log says
   */
  private static String warning(String name, Change change) throws IOException {
    linked.write("on1/" + name + "/object", LENGTH);
    linked.attach("/on1/" + name, "/" + name);
    change.make(linked.home().resolve("on1/" + name + "/object"));
    GenericTestUtils.setLogLevel(DFSClient.LOG, Level.WARN);
    LogCapturer log = LogCapturer.captureLogs(DFSClient.LOG);
    try {
      assertThatThrownBy(() -> linked.read("/" + name + "/object")).isInstanceOf(IOException.class);
    } finally {
      log.stopCapturing();
    }
    return log.getOutput();
  }

  @Test
  void anObjectWrittenSinceIsNotServed() throws Exception {
    assertThat(warning("written", object -> Files.write(object, new byte[LENGTH])))
        .contains("the attached object '/on1/written/object' of store data was written since");
  }

  @Test
  void aShorterObjectIsNotServed() throws Exception {
    String warning =
        warning(
            "shorter",
            object -> {
              FileTime time = Files.getLastModifiedTime(object);
              Files.write(object, new byte[4000]);
              Files.setLastModifiedTime(object, time);
            });

    assertThat(warning)
        .contains("'/on1/shorter/object' of store data had 5000 bytes and has 4000 now");
  }

  @Test
  void anObjectReplacedByAnotherIsNotServed() throws Exception {
    String warning =
        warning(
            "replaced",
            object -> {
              Path other = object.resolveSibling("other");
              Files.copy(object, other, StandardCopyOption.COPY_ATTRIBUTES);
              Files.move(other, object, StandardCopyOption.REPLACE_EXISTING);
            });

    assertThat(warning)
        .contains("'/on1/replaced/object' of store data was replaced by another file");
  }

  @Test
  void anObjectThatIsGoneIsNamedAndServedAgainWhenItIsBack() throws Exception {
    Path away = linked.home().resolve("away");

    assertThat(warning("gone", object -> Files.move(object, away)))
        .contains("'/on1/gone/object' of store data is not there any more");

    Files.move(away, linked.home().resolve("on1/gone/object"));
    assertThat(linked.read("/gone/object")).hasSize(LENGTH);
  }

  @Test
  void noUserAttachesWithoutTheSecret() throws Exception {
    int transfer = linked.cluster().getDataNodes().get(0).getXferAddress().getPort();
    int port = transfer + LinkedCluster.PORT_OFFSET;
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/situ/2/link"))
            .POST(HttpRequest.BodyPublishers.ofByteArray(new byte[8]));

    assertThat(status(request)).isEqualTo(403);
    assertThat(
            status(
                request
                    .header("Situ-Time", Long.toString(System.currentTimeMillis()))
                    .header("Situ-Proof", "00")))
        .isEqualTo(403);
  }

  private static int status(HttpRequest.Builder request) throws Exception {
    return HttpClient.newHttpClient()
        .send(request.build(), HttpResponse.BodyHandlers.discarding())
        .statusCode();
  }

  @Test
  void aPathOutOfTheStoreIsNotLinked() throws Exception {
    Files.createDirectories(linked.home().resolve("on1/out"));
    Files.createSymbolicLink(linked.home().resolve("on1/out/link"), Path.of("/etc"));
    Files.writeString(linked.home().resolve("on1/out/file"), "x");

    linked.attach("/on1/out", "/out");

    assertThat(linked.hdfs().listStatus(new org.apache.hadoop.fs.Path("/out"))).hasSize(1);
  }

  @Test
  void theMarkSaysWhatABlockIsMadeOf() throws Exception {
    linked.write("on2/marked/object", 5000);
    linked.attach("/on2/marked", "/marked");
    List<LinkedBlock> marks =
        BlockFiles.named(linked.servers(), ".*\\.meta").stream()
            .map(BrokenLinkTest::mark)
            .filter(mark -> mark != null && mark.object().toString().equals("/on2/marked/object"))
            .toList();

    assertThat(marks).hasSize(1);
    assertThat(marks.get(0).isWhole()).isTrue();
    assertThat(LinkedBlock.parse(marks.get(0).toBytes())).isEqualTo(marks.get(0));
  }

  private static LinkedBlock mark(Path checksums) {
    try {
      return LinkMetadata.read(checksums).map(LinkMetadata::block).orElse(null);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }
}
