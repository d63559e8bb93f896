package io.situ.hdfs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.situ.hdfs.link.LinkMark;
import io.situ.hdfs.link.LinkedBlock;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What readers see when an object is not what was attached, and who may attach. */
@Tag("slow")
class BrokenLinkTest extends OnLinkedCluster {

  @Test
  void anObjectWrittenSinceIsNotServed() throws Exception {
    byte[] bytes = linked.write("on1/written/object", 5000);
    linked.attach("/on1/written", "/written");
    byte[] other = bytes.clone();
    Arrays.fill(other, (byte) 7);
    Files.write(linked.home().resolve("on1/written/object"), other);

    assertThatThrownBy(() -> linked.read("/written/object")).isInstanceOf(IOException.class);
  }

  @Test
  void anObjectThatIsBackIsServedAgain() throws Exception {
    byte[] bytes = linked.write("on1/gone/object", 5000);
    linked.attach("/on1/gone", "/gone");
    Path object = linked.home().resolve("on1/gone/object");
    Path away = linked.home().resolve("away");
    Files.move(object, away);
    assertThatThrownBy(() -> linked.read("/gone/object")).isInstanceOf(IOException.class);

    Files.move(away, object);

    assertThat(linked.read("/gone/object")).isEqualTo(bytes);
  }

  @Test
  void aShorterObjectIsNotServed() throws Exception {
    linked.write("on1/shorter/object", 5000);
    linked.attach("/on1/shorter", "/shorter");
    Path object = linked.home().resolve("on1/shorter/object");
    FileTime time = Files.getLastModifiedTime(object);
    Files.write(object, new byte[4000]);
    Files.setLastModifiedTime(object, time);

    assertThatThrownBy(() -> linked.read("/shorter/object")).isInstanceOf(IOException.class);
  }

  @Test
  void nobodyAttachesWithoutTheSecret() throws Exception {
    int transfer = linked.cluster().getDataNodes().get(0).getXferAddress().getPort();
    int port = transfer + LinkedCluster.PORT_OFFSET;
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/situ/link"))
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
        BlockFiles.named(scratch.resolve("hdfs"), ".*\\.meta").stream()
            .map(BrokenLinkTest::mark)
            .filter(mark -> mark != null && mark.object().toString().equals("/on2/marked/object"))
            .toList();

    assertThat(marks).hasSize(1);
    assertThat(marks.get(0).isWhole()).isTrue();
    assertThat(LinkedBlock.parse(marks.get(0).toBytes())).isEqualTo(marks.get(0));
  }

  private static LinkedBlock mark(Path checksums) {
    try {
      return LinkMark.read(checksums).map(LinkMark::block).orElse(null);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }
}
