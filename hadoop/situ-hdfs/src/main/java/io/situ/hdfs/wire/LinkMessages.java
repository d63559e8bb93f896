package io.situ.hdfs.wire;

import io.situ.hdfs.link.LinkedBlock;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Orders to a DataNode and its answers as bytes: a version, a count, then each part with its length
 * before it. An answer holds one text for each order, empty where the block is linked.
 */
public final class LinkMessages {

  /** The most orders in one message. */
  public static final int MOST = 10_000;

  private static final int VERSION = 1;
  private static final int LONGEST = 1 << 16;

  private LinkMessages() {}

  public static byte[] orders(List<LinkOrder> orders) {
    return write(
        orders,
        (out, order) -> {
          out.writeUTF(order.pool());
          out.writeLong(order.id());
          out.writeLong(order.stamp());
          byte[] link = order.link().toBytes();
          out.writeInt(link.length);
          out.write(link);
        });
  }

  /**
   * @throws IOException if the bytes are something else
   */
  public static List<LinkOrder> readOrders(byte[] bytes) throws IOException {
    return read(
        bytes,
        in -> {
          String pool = in.readUTF();
          long id = in.readLong();
          long stamp = in.readLong();
          return new LinkOrder(pool, id, stamp, LinkedBlock.parse(in.readNBytes(length(in))));
        });
  }

  public static byte[] answers(List<String> answers) {
    return write(answers, (out, answer) -> out.writeUTF(answer));
  }

  /**
   * @throws IOException if the bytes are something else
   */
  public static List<String> readAnswers(byte[] bytes) throws IOException {
    return read(bytes, in -> in.readUTF());
  }

  private static int length(DataInputStream in) throws IOException {
    int length = in.readInt();
    if (length < 0 || length > LONGEST) {
      throw new IOException("a part of " + length + " bytes");
    }
    return length;
  }

  private interface Writer<T> {
    void write(DataOutputStream out, T part) throws IOException;
  }

  private interface Reader<T> {
    T read(DataInputStream in) throws IOException;
  }

  private static <T> byte[] write(List<T> parts, Writer<T> writer) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      out.writeInt(VERSION);
      out.writeInt(parts.size());
      for (T part : parts) {
        writer.write(out, part);
      }
    } catch (IOException e) {
      throw new IllegalArgumentException("too long to be sent", e);
    }
    return bytes.toByteArray();
  }

  private static <T> List<T> read(byte[] bytes, Reader<T> reader) throws IOException {
    DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes));
    try {
      int version = in.readInt();
      int count = in.readInt();
      if (version != VERSION || count < 0 || count > MOST) {
        throw new IOException("version " + version + " with " + count + " parts");
      }
      List<T> parts = new ArrayList<>(count);
      for (int i = 0; i < count; i++) {
        parts.add(reader.read(in));
      }
      return parts;
    } catch (IOException | IllegalArgumentException e) {
      throw new IOException("not a message of Situ: " + e.getMessage(), e);
    }
  }
}
