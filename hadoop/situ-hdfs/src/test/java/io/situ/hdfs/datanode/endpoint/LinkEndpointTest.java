// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.datanode.endpoint;

import static io.situ.hdfs.cluster.LinkRequests.text;
import static org.assertj.core.api.Assertions.assertThat;

import io.situ.hdfs.cluster.LinkRequests;
import io.situ.hdfs.cluster.OwnClusterFixture;
import io.situ.hdfs.link.LinkedBlock;
import io.situ.hdfs.wire.ChecksumMode;
import io.situ.hdfs.wire.LinkBlockRequest;
import io.situ.hdfs.wire.LinkBlockResult;
import io.situ.hdfs.wire.LinkHead;
import io.situ.hdfs.wire.LinkMessages;
import io.situ.hdfs.wire.LinkProtocol;
import io.situ.hdfs.wire.LinkRequest;
import io.situ.hdfs.wire.LinkSettings;
import io.situ.hdfs.wire.LinkType;
import io.situ.hdfs.wire.LinkVersion;
import io.situ.hdfs.wire.SharedSecret;
import io.situ.storage.StorePath;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;

/** Requests to link blocks that a DataNode must refuse. */
@Tag("hadoop-3.4-long")
class LinkEndpointTest extends OwnClusterFixture {

  private final LinkRequests requests = new LinkRequests(linked);
  private ExtendedBlock block;
  private LinkedBlock object;

  @BeforeEach
  void attach(TestInfo test) throws Exception {
    String name = test.getTestMethod().orElseThrow().getName();
    linked.write("on1/" + name + "/object", 5000);
    linked.attach("/on1/" + name, "/" + name);
    block = requests.block("/" + name + "/object");
    object = requests.object("/" + name + "/object");
  }

  private byte[] message() {
    return requests.message(0, requests.order(block, object));
  }

  @Test
  void withoutAProof() throws Exception {
    for (String path : new String[] {LinkVersion.NEWEST.link(), LinkVersion.NEWEST.session()}) {
      HttpResponse<byte[]> response = requests.send(0, path, Map.of(), new byte[8]);

      assertThat(response.statusCode()).isEqualTo(403);
      assertThat(text(response)).isEqualTo("it has no proof of the secret");
      assertThat(response.headers().map()).doesNotContainKey(LinkProtocol.PROOF);
    }
  }

  @Test
  void withAnotherSecret() throws Exception {
    Path file = Files.writeString(scratch.resolve("other"), "fedcba9876543210".repeat(2));
    Files.setPosixFilePermissions(
        file, java.nio.file.attribute.PosixFilePermissions.fromString("rw-------"));
    Configuration conf = new Configuration(linked.cluster().getConfiguration(0));
    conf.set("fs.situ.hdfs.secret.file", file.toString());
    byte[] body = message();
    LinkHead head = requests.head(0, body);

    HttpResponse<byte[]> answer =
        requests.send(0, head.path(), head.headers(SharedSecret.of(conf)), body);

    assertThat(answer.statusCode()).isEqualTo(403);
    assertThat(text(answer)).isEqualTo("it does not prove that it knows the secret");
  }

  @Test
  void ofWhichOnePartIsNotTheOneThatWasProven() throws Exception {
    byte[] body = message();
    LinkHead head = requests.head(0, body);
    byte[] other = body.clone();
    other[body.length - 1]++;
    Map<String, String> headers = head.headers(requests.secret());
    for (String header : List.of("Situ-Time", "Situ-Nonce", "Situ-Session", "Situ-Body-SHA256")) {
      Map<String, String> forged = new HashMap<>(headers);
      forged.computeIfPresent(
          header, (name, value) -> value.substring(0, value.length() - 1) + "0");
      forged.computeIfPresent(header, (name, v) -> v.equals(headers.get(name)) ? v + "1" : v);

      assertThat(requests.send(0, head.path(), forged, body).statusCode())
          .as(header)
          .isEqualTo(403);
    }
    assertThat(requests.send(0, LinkVersion.NEWEST.session(), headers, body).statusCode())
        .isEqualTo(403);
    assertThat(requests.send(0, head.path(), headers, new byte[3]).statusCode()).isEqualTo(403);

    HttpResponse<byte[]> answer = requests.send(0, head.path(), headers, other);
    assertThat(answer.statusCode()).isEqualTo(400);
    assertThat(text(answer)).isEqualTo("its body is not the one that its head is a proof of");
  }

  /** As a client of the release before sends it. */
  @Test
  void ofVersion2() throws Exception {
    String id = linked.cluster().getDataNodes().get(0).getDatanodeUuid();
    byte[] none = {};
    LinkHead ask = LinkHead.of(LinkVersion.V2.session(), id, "-", none);
    String session = text(requests.send(0, ask, none));
    LinkMessages messages = LinkVersion.V2.messages();
    LinkRequest request =
        new LinkRequest(
            id,
            new LinkSettings(ChecksumMode.EAGER, LinkType.PLACEHOLDER),
            List.of(requests.order(block, object)));
    byte[] body = messages.request(request);

    HttpResponse<byte[]> answer =
        requests.send(0, LinkHead.of(LinkVersion.V2.link(), id, session, body), body);

    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(messages.readAnswers(answer.body()))
        .containsExactly(LinkBlockResult.linked(LinkType.PLACEHOLDER));
  }

  @Test
  void twice() throws Exception {
    byte[] body = message();
    LinkHead head = requests.head(0, body);

    assertThat(requests.send(0, head, body).statusCode()).isEqualTo(200);
    HttpResponse<byte[]> again = requests.send(0, head, body);

    assertThat(again.statusCode()).isEqualTo(400);
    assertThat(text(again)).isEqualTo("it was sent before");
  }

  private static LinkHead shifted(LinkHead head, long millis) {
    return new LinkHead(
        head.path(),
        head.datanode(),
        head.session(),
        head.time() + millis,
        head.nonce(),
        head.length(),
        head.digest());
  }

  @Test
  void anHourLate() throws Exception {
    byte[] body = message();
    LinkHead then = shifted(requests.head(0, body), -3_600_000);

    HttpResponse<byte[]> late = requests.send(0, then, body);

    assertThat(late.statusCode()).isEqualTo(400);
    assertThat(text(late)).contains("the clocks differ");
  }

  @Test
  void meantForAnotherDataNode() throws Exception {
    byte[] body = requests.message(1, requests.order(block, object));

    HttpResponse<byte[]> astray = requests.send(0, requests.head(1, body), body);
    HttpResponse<byte[]> inside = requests.send(0, requests.head(0, body), body);

    assertThat(List.of(astray.statusCode(), inside.statusCode())).containsOnly(400);
    assertThat(text(astray)).startsWith("the request is for DataNode ");
    assertThat(text(inside)).startsWith("the request is for DataNode ");
  }

  @Test
  void thatMakesNoSense() throws Exception {
    byte[] body = "nonsense".getBytes(StandardCharsets.UTF_8);

    HttpResponse<byte[]> answer = requests.send(0, requests.head(0, body), body);

    assertThat(answer.statusCode()).isEqualTo(400);
    assertThat(text(answer)).startsWith("not a message of Situ");
  }

  @Test
  void ofVersion1() throws Exception {
    HttpResponse<byte[]> answer =
        requests.send(
            0, "/situ/link", Map.of("Situ-Time", "1", "Situ-Proof", "2"), new byte[100_000]);

    assertThat(answer.statusCode()).isEqualTo(426);
    assertThat(text(answer))
        .isEqualTo(
            "this DataNode has a newer Situ, which takes no requests of version 1; install the same"
                + " release where 'situ' is called");
  }

  @Test
  void recordedBeforeTheDataNodeWasStartedAgain() throws Exception {
    byte[] body = message();
    LinkHead recorded = requests.head(0, body);
    LinkHead early = shifted(recorded, 200_000);
    linked.restartDataNode(0);
    // A test cluster puts a DataNode that was started again behind the others.
    int last = linked.cluster().getDataNodes().size() - 1;

    for (LinkHead head : List.of(recorded, early)) {
      HttpResponse<byte[]> answer = requests.send(last, head, body);

      assertThat(answer.statusCode()).isEqualTo(409);
      assertThat(text(answer)).isEqualTo("it is of a session that has ended");
    }
  }

  @Test
  void ofAStoreThatIsNotServed() throws Exception {
    for (String store : new String[] {"", "other"}) {
      LinkedBlock other = new LinkedBlock(store, object.object(), 5000, object.version(), 0, 5000);

      assertThat(requests.link(0, requests.order(block, other)))
          .isEqualTo(
              "this DataNode serves no objects of store '"
                  + store
                  + "'; fs.situ.hdfs.stores allows data");
    }
  }

  @Test
  void manyAtOnceOfWhichSomeAreRefused() throws Exception {
    List<LinkBlockRequest> orders = new ArrayList<>();
    for (int i = 0; i < 60; i++) {
      String store = i % 3 == 0 ? "none" + i : "data";
      LinkedBlock one = new LinkedBlock(store, object.object(), 5000, object.version(), 0, 5000);
      ExtendedBlock other = new ExtendedBlock(block);
      other.setBlockId(block.getBlockId() + 100_000 + i);
      orders.add(requests.order(other, one));
    }

    List<LinkBlockResult> answers = requests.link(0, orders);

    assertThat(answers).hasSize(60);
    for (int i = 0; i < 60; i++) {
      assertThat(answers.get(i).isLinked()).as("order " + i).isEqualTo(i % 3 != 0);
      assertThat(answers.get(i).refusal()).contains(i % 3 == 0 ? "'none" + i + "'" : "");
    }
  }

  @Test
  void climbingOutOfTheStore() throws Exception {
    StorePath stand = StorePath.of("/on1/xx/xx/xx/outside");
    LinkedBlock other = new LinkedBlock("data", stand, 5000, object.version(), 0, 5000);
    byte[] message = requests.message(0, requests.order(block, other));
    String text = new String(message, StandardCharsets.ISO_8859_1);
    byte[] body = text.replace("/xx", "/..").getBytes(StandardCharsets.ISO_8859_1);

    HttpResponse<byte[]> answer = requests.send(0, requests.head(0, body), body);

    assertThat(body).isNotEqualTo(message);
    assertThat(answer.statusCode()).isEqualTo(400);
    assertThat(text(answer)).startsWith("not a message of Situ").contains("'..'");
  }

  @Test
  void throughALinkOutOfTheStore() throws Exception {
    Path secret = Files.write(scratch.resolve("outside"), new byte[5000]);
    for (Map.Entry<String, Path> way :
        Map.of("file", secret, "directory", scratch, "up", Path.of("../../outside")).entrySet()) {
      Path link = linked.home().resolve("on1/escape-" + way.getKey());
      Files.createSymbolicLink(link, way.getValue());
      String path = way.getKey().equals("directory") ? "/outside" : "";
      StorePath outside = StorePath.of("/on1/escape-" + way.getKey() + path);
      LinkedBlock other = new LinkedBlock("data", outside, 5000, object.version(), 0, 5000);

      assertThat(requests.link(0, requests.order(block, other))).contains("symbolic link");
    }
  }

  @Test
  void intoAnotherBlockPool() throws Exception {
    for (String pool : new String[] {"../../..", "BP-1-127.0.0.1-1"}) {
      LinkBlockRequest order =
          new LinkBlockRequest(pool, block.getBlockId(), block.getGenerationStamp(), object);

      assertThat(requests.link(0, order))
          .isEqualTo("this DataNode has no block pool '" + pool + "'");
    }
  }
}
