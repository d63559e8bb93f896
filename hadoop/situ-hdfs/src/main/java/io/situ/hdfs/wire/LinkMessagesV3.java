// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.wire;

import io.situ.hdfs.link.LinkedBlock;
import io.situ.hdfs.wire.proto.LinkProtos.ChecksumsProto;
import io.situ.hdfs.wire.proto.LinkProtos.LinkAnswerProto;
import io.situ.hdfs.wire.proto.LinkProtos.LinkAnswersProto;
import io.situ.hdfs.wire.proto.LinkProtos.LinkOrderProto;
import io.situ.hdfs.wire.proto.LinkProtos.LinkRequestProto;
import io.situ.hdfs.wire.proto.LinkProtos.LinkedBlockProto;
import io.situ.hdfs.wire.proto.LinkProtos.LinksProto;
import io.situ.storage.StoreObject;
import io.situ.storage.StorePath;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.thirdparty.protobuf.CodedInputStream;
import org.apache.hadoop.thirdparty.protobuf.MessageLite;
import org.apache.hadoop.thirdparty.protobuf.Parser;

/**
 * Messages of protocol version 3, by {@code link.proto}. Fields that are not known are ignored.
 * Parts are read one after the other, and no more of them than {@link LinkProtocol#MAX_ORDERS}.
 * Thread-safe.
 */
final class LinkMessagesV3 implements LinkMessages {

  @Override
  public byte[] request(LinkRequest request) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    write(
        out,
        LinkRequestProto.newBuilder()
            .setDatanodeUuid(request.datanode())
            .setChecksums(toProto(request.way().checksums()))
            .setLinks(toProto(request.way().links()))
            .setOrderCount(request.orders().size())
            .build());
    request.orders().forEach(order -> write(out, toProto(order)));
    return out.toByteArray();
  }

  @Override
  public LinkRequest readRequest(byte[] bytes) throws IOException {
    try {
      ByteArrayInputStream in = new ByteArrayInputStream(bytes);
      LinkRequestProto head = read(in, LinkRequestProto.parser());
      LinkSettings way =
          new LinkSettings(fromProto(head.getChecksums()), fromProto(head.getLinks()));
      List<LinkBlockRequest> orders = new ArrayList<>();
      for (LinkOrderProto order : parts(in, head.getOrderCount(), LinkOrderProto.parser())) {
        orders.add(fromProto(order));
      }
      return new LinkRequest(head.getDatanodeUuid(), way, orders);
    } catch (IOException | IllegalArgumentException e) {
      throw notAMessage(e);
    }
  }

  @Override
  public byte[] answers(List<LinkBlockResult> answers) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    write(out, LinkAnswersProto.newBuilder().setAnswerCount(answers.size()).build());
    answers.forEach(answer -> write(out, toProto(answer)));
    return out.toByteArray();
  }

  @Override
  public List<LinkBlockResult> readAnswers(byte[] bytes) throws IOException {
    try {
      ByteArrayInputStream in = new ByteArrayInputStream(bytes);
      LinkAnswersProto head = read(in, LinkAnswersProto.parser());
      List<LinkBlockResult> answers = new ArrayList<>();
      for (LinkAnswerProto answer : parts(in, head.getAnswerCount(), LinkAnswerProto.parser())) {
        answers.add(fromProto(answer));
      }
      return answers;
    } catch (IOException e) {
      throw notAMessage(e);
    }
  }

  private static IOException notAMessage(Exception cause) {
    return new IOException("not a message of Situ: " + cause.getMessage(), cause);
  }

  private static void write(ByteArrayOutputStream out, MessageLite message) {
    try {
      message.writeDelimitedTo(out);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static <T> T read(ByteArrayInputStream in, Parser<T> parser) throws IOException {
    int first = in.read();
    int length = first < 0 ? -1 : CodedInputStream.readRawVarint32(first, in);
    if (length < 0 || length > in.available()) {
      throw new IOException("it ends too early");
    }
    return parser.parseFrom(in.readNBytes(length));
  }

  private static <T> List<T> parts(ByteArrayInputStream in, int count, Parser<T> parser)
      throws IOException {
    if (count < 0 || count > LinkProtocol.MAX_ORDERS) {
      throw new IOException(Integer.toUnsignedString(count) + " parts");
    }
    List<T> parts = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      parts.add(read(in, parser));
    }
    if (in.available() > 0) {
      throw new IOException(in.available() + " bytes too many");
    }
    return parts;
  }

  private static LinkOrderProto toProto(LinkBlockRequest order) {
    return LinkOrderProto.newBuilder()
        .setBlockPool(order.pool())
        .setBlockId(order.id())
        .setGenerationStamp(order.stamp())
        .setBlock(toProto(order.link()))
        .build();
  }

  private static LinkBlockRequest fromProto(LinkOrderProto order) {
    return new LinkBlockRequest(
        order.getBlockPool(),
        order.getBlockId(),
        order.getGenerationStamp(),
        fromProto(order.getBlock()));
  }

  private static LinkedBlockProto toProto(LinkedBlock block) {
    return LinkedBlockProto.newBuilder()
        .setStore(block.store())
        .setObject(block.object().toString())
        .setObjectSize(block.size())
        .setVersionIdentity(block.version().identity())
        .setVersionStamp(block.version().stamp())
        .setOffset(block.offset())
        .setLength(block.length())
        .build();
  }

  private static LinkedBlock fromProto(LinkedBlockProto block) {
    return new LinkedBlock(
        block.getStore(),
        StorePath.of(block.getObject()),
        block.getObjectSize(),
        new StoreObject.Version(block.getVersionIdentity(), block.getVersionStamp()),
        block.getOffset(),
        block.getLength());
  }

  private static LinkAnswerProto toProto(LinkBlockResult answer) {
    return LinkAnswerProto.newBuilder()
        .setMade(toProto(answer.made()))
        .setRefusal(answer.refusal())
        .setPending(answer.pending())
        .build();
  }

  private static LinkBlockResult fromProto(LinkAnswerProto answer) throws IOException {
    if (answer.getPending()) {
      return LinkBlockResult.PENDING;
    }
    return answer.getRefusal().isEmpty()
        ? LinkBlockResult.linked(fromProto(answer.getMade()))
        : LinkBlockResult.refused(answer.getRefusal());
  }

  private static ChecksumsProto toProto(ChecksumMode checksums) {
    return switch (checksums) {
      case EAGER -> ChecksumsProto.CHECKSUMS_EAGER;
      case LAZY -> ChecksumsProto.CHECKSUMS_LAZY;
    };
  }

  private static ChecksumMode fromProto(ChecksumsProto checksums) throws IOException {
    return switch (checksums) {
      case CHECKSUMS_EAGER -> ChecksumMode.EAGER;
      case CHECKSUMS_LAZY -> ChecksumMode.LAZY;
      case CHECKSUMS_UNSPECIFIED, UNRECOGNIZED ->
          throw new IOException("a kind of checksums that this version does not know");
    };
  }

  private static LinksProto toProto(LinkType links) {
    return switch (links) {
      case PLACEHOLDER -> LinksProto.LINKS_PLACEHOLDER;
      case SYMLINK -> LinksProto.LINKS_SYMLINK;
    };
  }

  private static LinkType fromProto(LinksProto links) throws IOException {
    return switch (links) {
      case LINKS_PLACEHOLDER -> LinkType.PLACEHOLDER;
      case LINKS_SYMLINK -> LinkType.SYMLINK;
      case LINKS_UNSPECIFIED, UNRECOGNIZED ->
          throw new IOException("a kind of links that this version does not know");
    };
  }
}
