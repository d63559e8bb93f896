package io.situ.hdfs;

import static org.assertj.core.api.Assertions.assertThat;

import io.situ.hdfs.link.LinkedBlock;
import io.situ.hdfs.wire.LinkAnswer;
import io.situ.hdfs.wire.LinkOrder;
import io.situ.storage.StorePath;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;

/** Requests to link blocks that a DataNode must refuse. */
class LinkEndpointTest extends OnLinkedCluster {

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

  @Test
  void withoutAProof() throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(requests.uri(0))
            .POST(HttpRequest.BodyPublishers.ofByteArray(new byte[8]))
            .build();
    HttpResponse<String> response =
        HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());

    assertThat(response.statusCode()).isEqualTo(403);
    assertThat(response.body()).isEqualTo("it has no proof of the secret");
  }

  @Test
  void withAnotherSecret() throws Exception {
    Path file = Files.writeString(scratch.resolve("other"), "f".repeat(32));
    Files.setPosixFilePermissions(
        file, java.nio.file.attribute.PosixFilePermissions.fromString("rw-------"));
    Configuration conf = new Configuration(linked.cluster().getConfiguration(0));
    conf.set("fs.situ.hdfs.secret.file", file.toString());
    byte[] body = requests.message(0, requests.order(block, object));
    long now = System.currentTimeMillis();
    String proof = io.situ.hdfs.wire.SharedSecret.of(conf).sign(now, body);

    assertThat(requests.send(0, body, now, proof).statusCode()).isEqualTo(403);
  }

  @Test
  void twice() throws Exception {
    byte[] body = requests.message(0, requests.order(block, object));
    long now = System.currentTimeMillis();
    String proof = requests.secret().sign(now, body);

    assertThat(requests.send(0, body, now, proof).statusCode()).isEqualTo(200);
    HttpResponse<byte[]> again = requests.send(0, body, now, proof);

    assertThat(again.statusCode()).isEqualTo(403);
    assertThat(text(again)).isEqualTo("it was sent before");
  }

  @Test
  void anHourLate() throws Exception {
    byte[] body = requests.message(0, requests.order(block, object));
    long then = System.currentTimeMillis() - 3_600_000;

    HttpResponse<byte[]> late = requests.send(0, body, then, requests.secret().sign(then, body));

    assertThat(late.statusCode()).isEqualTo(403);
    assertThat(text(late)).contains("the clocks differ");
  }

  @Test
  void meantForAnotherDataNode() throws Exception {
    byte[] body = requests.message(1, requests.order(block, object));
    long now = System.currentTimeMillis();

    HttpResponse<byte[]> astray = requests.send(0, body, now, requests.secret().sign(now, body));

    assertThat(astray.statusCode()).isEqualTo(400);
    assertThat(text(astray)).startsWith("the request is for DataNode ");
  }

  @Test
  void thatMakesNoSense() throws Exception {
    byte[] body = "nonsense".getBytes(StandardCharsets.UTF_8);
    long now = System.currentTimeMillis();

    HttpResponse<byte[]> answer = requests.send(0, body, now, requests.secret().sign(now, body));

    assertThat(answer.statusCode()).isEqualTo(400);
    assertThat(text(answer)).startsWith("not a message of Situ");
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
    List<LinkOrder> orders = new ArrayList<>();
    for (int i = 0; i < 60; i++) {
      String store = i % 3 == 0 ? "none" + i : "data";
      LinkedBlock one = new LinkedBlock(store, object.object(), 5000, object.version(), 0, 5000);
      ExtendedBlock other = new ExtendedBlock(block);
      other.setBlockId(block.getBlockId() + 100_000 + i);
      orders.add(requests.order(other, one));
    }

    List<LinkAnswer> answers = requests.link(0, orders);

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
    long now = System.currentTimeMillis();

    HttpResponse<byte[]> answer = requests.send(0, body, now, requests.secret().sign(now, body));

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

      assertThat(requests.link(0, requests.order(block, other))).contains("leads out");
    }
  }

  @Test
  void intoAnotherBlockPool() throws Exception {
    for (String pool : new String[] {"../../..", "BP-1-127.0.0.1-1"}) {
      LinkOrder order = new LinkOrder(pool, block.getBlockId(), block.getGenerationStamp(), object);

      assertThat(requests.link(0, order))
          .isEqualTo("this DataNode has no block pool '" + pool + "'");
    }
  }

  private static String text(HttpResponse<byte[]> response) {
    return new String(response.body(), StandardCharsets.UTF_8);
  }
}
