package io.situ.hdfs.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.situ.hdfs.link.LinkedBlock;
import io.situ.storage.StoreObject;
import io.situ.storage.StorePath;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Messages between those who attach and DataNodes, whole and damaged. */
class LinkMessagesTest {

  private static final LinkOrder ORDER =
      new LinkOrder(
          "BP-1",
          7,
          8,
          new LinkedBlock("data", StorePath.of("/a/b"), 9, new StoreObject.Version(1, 2), 0, 9));
  private static final LinkRequest REQUEST =
      new LinkRequest("uuid", new LinkWay(Checksums.LAZY, Links.SYMLINK), List.of(ORDER, ORDER));

  @TempDir private Path scratch;

  @Test
  void whatIsWrittenIsRead() throws IOException {
    List<LinkAnswer> answers =
        List.of(
            LinkAnswer.linked(Links.SYMLINK),
            LinkAnswer.PENDING,
            LinkAnswer.refused("no"),
            LinkAnswer.linked(Links.PLACEHOLDER));

    assertThat(LinkMessages.readRequest(LinkMessages.request(REQUEST))).isEqualTo(REQUEST);
    assertThat(LinkMessages.readAnswers(LinkMessages.answers(answers))).isEqualTo(answers);
  }

  @Test
  void whatIsCutOrLongerIsRefused() {
    byte[] whole = LinkMessages.request(REQUEST);
    for (int length = 0; length < whole.length; length++) {
      byte[] cut = Arrays.copyOf(whole, length);
      assertThatThrownBy(() -> LinkMessages.readRequest(cut))
          .as("the first " + length)
          .isInstanceOf(IOException.class)
          .hasMessageStartingWith("not a message of Situ");
    }
    byte[] longer = Arrays.copyOf(whole, whole.length + 1);
    assertThatThrownBy(() -> LinkMessages.readRequest(longer))
        .hasMessageEndingWith("1 bytes too many");
  }

  @Test
  void anyOtherBytesEndWithAMessage() {
    byte[] whole = LinkMessages.request(REQUEST);
    Random random = new Random(5);
    for (int i = 0; i < 20_000; i++) {
      byte[] bytes = whole.clone();
      bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
      bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
      try {
        LinkMessages.readRequest(bytes);
      } catch (IOException e) {
        assertThat(e).hasMessageStartingWith("not a message of Situ");
      }
    }
  }

  @Test
  void aCountMakesNoRoomForWhatIsNotThere() {
    byte[] answers = ByteBuffer.allocate(8).putInt(4).putInt(10_000).array();
    byte[] many = ByteBuffer.allocate(8).putInt(4).putInt(Integer.MAX_VALUE).array();

    assertThatThrownBy(() -> LinkMessages.readAnswers(answers)).hasMessageContaining("too early");
    assertThatThrownBy(() -> LinkMessages.readAnswers(many)).hasMessageContaining("parts");
  }

  @Test
  void anUnknownWordIsNoOtherWord() {
    byte[] request = LinkMessages.request(REQUEST);
    int checksums = Integer.BYTES + Short.BYTES + "uuid".length();
    for (int at : new int[] {checksums, checksums + 1}) {
      byte[] other = request.clone();
      other[at] = 2;
      assertThatThrownBy(() -> LinkMessages.readRequest(other))
          .hasMessageContaining("an unknown word 2");
    }
  }

  @Test
  void aListThatDoesNotGoOnAsItShouldIsDamaged() throws IOException {
    Path file = scratch.resolve("list");
    try (LinkList.Writer writer = new LinkList.Writer(file)) {
      writer.add(ORDER);
      writer.end();
    }
    byte[] bytes = Files.readAllBytes(file);
    bytes[bytes.length - Long.BYTES - 1] = 9;
    Files.write(file, bytes);

    assertThatThrownBy(() -> LinkList.read(file, order -> {}))
        .hasMessageContaining("is damaged after 1 blocks");
  }
}
