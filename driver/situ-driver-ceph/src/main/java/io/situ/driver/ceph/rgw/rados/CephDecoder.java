// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.ceph.rgw.rados;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/**
 * Reads what Ceph's daemons write: numbers little endian, texts with their length in front, and
 * structures as {@code ENCODE_START} of {@code src/include/encoding.h} frames them. Every member
 * fails with {@link IllegalArgumentException} if the bytes are not such. Not thread-safe.
 */
final class CephDecoder {

  private final ByteBuffer bytes;

  CephDecoder(byte[] bytes) {
    this(ByteBuffer.wrap(bytes));
  }

  private CephDecoder(ByteBuffer bytes) {
    this.bytes = bytes.order(ByteOrder.LITTLE_ENDIAN);
  }

  /** The content of a structure, and how it is written. */
  record Structure(int version, CephDecoder content) {}

  /**
   * The structure that is here.
   *
   * @param known up to which version it is understood: one that may not be read so is refused
   */
  Structure structure(int known) {
    int version = number8();
    int least = number8();
    int length = number32();
    if (least > known || length < 0 || length > bytes.remaining()) {
      throw new IllegalArgumentException(
          "a structure of version " + version + " (at least " + least + "), not " + known);
    }
    ByteBuffer content = bytes.slice(bytes.position(), length);
    bytes.position(bytes.position() + length);
    return new Structure(version, new CephDecoder(content));
  }

  int number8() {
    need(1);
    return bytes.get() & 0xff;
  }

  boolean flag() {
    return number8() != 0;
  }

  int number32() {
    need(Integer.BYTES);
    return bytes.getInt();
  }

  /** At most what Java's own numbers hold. */
  long number64() {
    need(Long.BYTES);
    long number = bytes.getLong();
    if (number < 0) {
      throw new IllegalArgumentException("a number beyond all sizes");
    }
    return number;
  }

  /** A text, byte for byte. */
  byte[] text() {
    int length = number32();
    need(length);
    byte[] text = new byte[length];
    bytes.get(text);
    return text;
  }

  String utf8() {
    return new String(text(), StandardCharsets.UTF_8);
  }

  private void need(int count) {
    if (count < 0 || count > bytes.remaining()) {
      throw new IllegalArgumentException("it ends too early");
    }
  }
}
