// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.wire;

import io.situ.hdfs.link.LinkedBlock;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Messages of protocol version 2, in a format of fixed fields. A request is a format number, the
 * DataNode, the kinds of checksums and of links, and the orders; an answer is a format number and,
 * for each order, what was made and why not. What is read is bounded by the bytes that it is read
 * from: no count or length in a message makes room for more than is there. Thread-safe.
 */
final class LinkMessagesV2 implements LinkMessages {

  private static final int VERSION = 4;
  private static final int LONGEST = 1 << 16;
  private static final byte PENDING = 127;

  @Override
  public byte[] request(LinkRequest request) {
    return bytes(
        out -> {
          out.writeUTF(request.datanode());
          out.writeByte(request.way().checksums().ordinal());
          out.writeByte(request.way().links().ordinal());
          write(out, request.orders(), LinkMessagesV2::write);
        });
  }

  @Override
  public LinkRequest readRequest(byte[] bytes) throws IOException {
    return parse(
        bytes,
        in -> {
          String datanode = in.readUTF();
          ChecksumMode checksums = word(in, ChecksumMode.values());
          LinkSettings way = new LinkSettings(checksums, word(in, LinkType.values()));
          return new LinkRequest(datanode, way, read(in, LinkMessagesV2::order));
        });
  }

  @Override
  public byte[] answers(List<LinkBlockResult> answers) {
    return bytes(out -> write(out, answers, LinkMessagesV2::write));
  }

  @Override
  public List<LinkBlockResult> readAnswers(byte[] bytes) throws IOException {
    return parse(bytes, in -> read(in, LinkMessagesV2::answer));
  }

  private static void write(DataOutputStream out, LinkBlockResult answer) throws IOException {
    out.writeByte(answer.pending() ? PENDING : answer.made().ordinal());
    out.writeUTF(answer.refusal());
  }

  private static LinkBlockResult answer(DataInputStream in) throws IOException {
    in.mark(1);
    if (in.readByte() == PENDING) {
      in.readUTF();
      return LinkBlockResult.PENDING;
    }
    in.reset();
    return new LinkBlockResult(word(in, LinkType.values()), in.readUTF(), false);
  }

  private static <T> T word(DataInputStream in, T[] words) throws IOException {
    int word = in.readByte();
    if (word < 0 || word >= words.length) {
      throw new IOException("an unknown word " + word);
    }
    return words[word];
  }

  static void write(DataOutputStream out, LinkBlockRequest order) throws IOException {
    out.writeUTF(order.pool());
    out.writeLong(order.id());
    out.writeLong(order.stamp());
    byte[] link = order.link().toBytes();
    out.writeInt(link.length);
    out.write(link);
  }

  static LinkBlockRequest order(DataInputStream in) throws IOException {
    String pool = in.readUTF();
    long id = in.readLong();
    long stamp = in.readLong();
    byte[] link = new byte[length(in)];
    in.readFully(link);
    return new LinkBlockRequest(pool, id, stamp, LinkedBlock.parse(link));
  }

  private static int length(DataInputStream in) throws IOException {
    int length = in.readInt();
    if (length < 0 || length > LONGEST) {
      throw new IOException("a part of " + length + " bytes");
    }
    return length;
  }

  private interface Content {
    void write(DataOutputStream out) throws IOException;
  }

  private interface Writer<T> {
    void write(DataOutputStream out, T part) throws IOException;
  }

  private interface Reader<T> {
    T read(DataInputStream in) throws IOException;
  }

  private static byte[] bytes(Content content) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      out.writeInt(VERSION);
      content.write(out);
    } catch (IOException e) {
      throw new IllegalArgumentException("too long to be sent", e);
    }
    return bytes.toByteArray();
  }

  private static <T> T parse(byte[] bytes, Reader<T> reader) throws IOException {
    DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes));
    try {
      int version = in.readInt();
      if (version != VERSION) {
        throw new IOException("version " + version + ", not " + VERSION);
      }
      T message = reader.read(in);
      if (in.available() > 0) {
        throw new IOException(in.available() + " bytes too many");
      }
      return message;
    } catch (EOFException e) {
      throw new IOException("not a message of Situ: it ends too early", e);
    } catch (IOException | IllegalArgumentException e) {
      throw new IOException("not a message of Situ: " + e.getMessage(), e);
    }
  }

  private static <T> void write(DataOutputStream out, List<T> parts, Writer<T> writer)
      throws IOException {
    out.writeInt(parts.size());
    for (T part : parts) {
      writer.write(out, part);
    }
  }

  private static <T> List<T> read(DataInputStream in, Reader<T> reader) throws IOException {
    int count = in.readInt();
    if (count < 0 || count > LinkProtocol.MAX_ORDERS) {
      throw new IOException(count + " parts");
    }
    List<T> parts = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      parts.add(reader.read(in));
    }
    return parts;
  }
}
