// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.situ.hdfs.link.LinkedBlock;
import io.situ.hdfs.wire.proto.LinkProtos.ChecksumsProto;
import io.situ.hdfs.wire.proto.LinkProtos.LinkAnswerProto;
import io.situ.hdfs.wire.proto.LinkProtos.LinkAnswersProto;
import io.situ.hdfs.wire.proto.LinkProtos.LinkRequestProto;
import io.situ.storage.StoreObject;
import io.situ.storage.StorePath;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.apache.hadoop.thirdparty.protobuf.MessageLite;
import org.apache.hadoop.thirdparty.protobuf.UnknownFieldSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Messages between those who attach and DataNodes, whole and damaged. */
class LinkMessagesTest {

  private static final LinkBlockRequest ORDER =
      new LinkBlockRequest(
          "BP-1",
          7,
          8,
          new LinkedBlock("data", StorePath.of("/a/b"), 9, new StoreObject.Version(1, 2), 0, 9));
  private static final LinkRequest REQUEST =
      new LinkRequest(
          "uuid", new LinkSettings(ChecksumMode.LAZY, LinkType.SYMLINK), List.of(ORDER, ORDER));

  @TempDir private Path scratch;

  private static final List<LinkBlockResult> ANSWERS =
      List.of(
          LinkBlockResult.linked(LinkType.SYMLINK),
          LinkBlockResult.PENDING,
          LinkBlockResult.refused("no"),
          LinkBlockResult.linked(LinkType.PLACEHOLDER));

  @ParameterizedTest
  @EnumSource
  void whatIsWrittenIsRead(LinkVersion version) throws IOException {
    LinkMessages messages = version.messages();

    assertThat(messages.readRequest(messages.request(REQUEST))).isEqualTo(REQUEST);
    assertThat(messages.readAnswers(messages.answers(ANSWERS))).isEqualTo(ANSWERS);
  }

  /** Bytes that the last build wrote that had version 2 alone. */
  @Test
  void messagesOfVersion2AreAsTheyWere() {
    String order =
        "000442502d31000000000000000700000000000000080000001531096461746109390931093209300939092f612f62";
    LinkMessages messages = LinkVersion.V2.messages();

    assertThat(messages.request(REQUEST))
        .asHexString()
        .isEqualToIgnoringCase("00000004000475756964010100000002" + order + order);
    assertThat(messages.answers(ANSWERS))
        .asHexString()
        .isEqualToIgnoringCase("00000004000000040100007f00000000026e6f000000");
  }

  @ParameterizedTest
  @EnumSource
  void whatIsCutOrLongerIsRefused(LinkVersion version) {
    byte[] whole = version.messages().request(REQUEST);
    for (int length = 0; length < whole.length; length++) {
      byte[] cut = Arrays.copyOf(whole, length);
      assertThatThrownBy(() -> version.messages().readRequest(cut))
          .as("the first " + length)
          .isInstanceOf(IOException.class)
          .hasMessageStartingWith("not a message of Situ");
    }
    byte[] longer = Arrays.copyOf(whole, whole.length + 1);
    assertThatThrownBy(() -> version.messages().readRequest(longer))
        .hasMessageEndingWith("1 bytes too many");
  }

  @ParameterizedTest
  @EnumSource
  void anyOtherBytesEndWithAMessage(LinkVersion version) {
    byte[] whole = version.messages().request(REQUEST);
    Random random = new Random(5);
    for (int i = 0; i < 20_000; i++) {
      byte[] bytes = whole.clone();
      bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
      bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
      try {
        version.messages().readRequest(bytes);
      } catch (IOException e) {
        assertThat(e).hasMessageStartingWith("not a message of Situ");
      }
    }
  }

  @Test
  void aCountMakesNoRoomForWhatIsNotThere() {
    LinkMessages fixed = LinkVersion.V2.messages();
    byte[] answers = ByteBuffer.allocate(8).putInt(4).putInt(10_000).array();
    byte[] many = ByteBuffer.allocate(8).putInt(4).putInt(Integer.MAX_VALUE).array();

    assertThatThrownBy(() -> fixed.readAnswers(answers)).hasMessageContaining("too early");
    assertThatThrownBy(() -> fixed.readAnswers(many)).hasMessageContaining("parts");

    LinkMessages messages = LinkVersion.V3.messages();
    assertThatThrownBy(() -> messages.readAnswers(answers(10_000)))
        .hasMessageContaining("too early");
    assertThatThrownBy(() -> messages.readAnswers(answers(10_001)))
        .hasMessageContaining("10001 parts");
    assertThatThrownBy(() -> messages.readAnswers(answers(-1))).hasMessageContaining("parts");
  }

  private static byte[] answers(int count) {
    return delimited(LinkAnswersProto.newBuilder().setAnswerCount(count).build());
  }

  private static byte[] delimited(MessageLite... messages) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try {
      for (MessageLite message : messages) {
        message.writeDelimitedTo(out);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return out.toByteArray();
  }

  @Test
  void anUnknownWordIsNoOtherWord() {
    byte[] request = LinkVersion.V2.messages().request(REQUEST);
    int checksums = Integer.BYTES + Short.BYTES + "uuid".length();
    for (int at : new int[] {checksums, checksums + 1}) {
      byte[] other = request.clone();
      other[at] = 2;
      assertThatThrownBy(() -> LinkVersion.V2.messages().readRequest(other))
          .hasMessageContaining("an unknown word 2");
    }

    LinkMessages messages = LinkVersion.V3.messages();
    LinkRequestProto none = LinkRequestProto.newBuilder().setDatanodeUuid("uuid").build();
    assertThatThrownBy(() -> messages.readRequest(delimited(none)))
        .hasMessageContaining("a kind of checksums that this version does not know");
    LinkRequestProto later =
        none.toBuilder().setChecksums(ChecksumsProto.CHECKSUMS_LAZY).setLinksValue(9).build();
    assertThatThrownBy(() -> messages.readRequest(delimited(later)))
        .hasMessageContaining("a kind of links that this version does not know");
  }

  /** As a later release may add some. */
  @Test
  void fieldsThatAreNotKnownAreIgnored() throws IOException {
    UnknownFieldSet more =
        UnknownFieldSet.newBuilder()
            .addField(99, UnknownFieldSet.Field.newBuilder().addFixed64(5).build())
            .build();
    LinkAnswersProto head =
        LinkAnswersProto.newBuilder().setAnswerCount(1).setUnknownFields(more).build();
    LinkAnswerProto answer =
        LinkAnswerProto.newBuilder().setRefusal("no").setUnknownFields(more).build();

    assertThat(LinkVersion.V3.messages().readAnswers(delimited(head, answer)))
        .containsExactly(LinkBlockResult.refused("no"));
  }

  @Test
  void aListThatDoesNotGoOnAsItShouldIsDamaged() throws IOException {
    Path file = scratch.resolve("list");
    try (LinkList.Writer writer = new LinkList.Writer(file)) {
      writer.add(ORDER);
      writer.end();
      writer.publish();
    }
    byte[] bytes = Files.readAllBytes(file);
    bytes[bytes.length - Long.BYTES - 1] = 9;
    Files.write(file, bytes);

    assertThatThrownBy(() -> LinkList.read(file, order -> {}))
        .hasMessageContaining("is damaged after 1 blocks");
  }

  /** As it is while the image is written, and stays if that is killed. */
  @Test
  void aListWhoseImageIsNotThereIsNotCarriedOut() throws IOException {
    Path file = scratch.resolve("list");
    List<LinkBlockRequest> orders = new ArrayList<>();
    try (LinkList.Writer writer = new LinkList.Writer(file)) {
      assertThat(LinkList.isWithoutImage(file)).isTrue();
      writer.add(ORDER);
      writer.end();

      assertThatThrownBy(() -> LinkList.read(file, orders::add))
          .hasMessageContaining("'" + file + "' is the list of an attach that has not ended");
      assertThat(LinkList.isWithoutImage(file)).isTrue();
      assertThat(orders).isEmpty();

      writer.publish();
    }
    LinkList.read(file, orders::add);
    assertThat(orders).containsExactly(ORDER);
    assertThat(LinkList.isWithoutImage(file)).isFalse();
  }

  @Test
  void aListIsItsOwnersAloneAndTakesThePlaceOfNothing() throws IOException {
    Path other = Files.writeString(scratch.resolve("other"), "another's");
    Path link = Files.createSymbolicLink(scratch.resolve("link.links"), other);
    Path file = scratch.resolve("host.links");
    try (LinkList.Writer writer = new LinkList.Writer(file)) {
      writer.end();
    }

    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-------");
    for (Path there : List.of(other, link, file)) {
      assertThatThrownBy(() -> new LinkList.Writer(there))
          .isInstanceOf(FileAlreadyExistsException.class);
    }
    assertThat(other).hasContent("another's");
  }
}
