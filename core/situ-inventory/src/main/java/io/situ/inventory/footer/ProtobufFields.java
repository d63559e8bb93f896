// SPDX-License-Identifier: Apache-2.0
package io.situ.inventory.footer;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;

/** The numbers and messages in an encoded message of Protocol Buffers, by their field numbers. */
final class ProtobufFields {

  private static final int VARINT = 0;
  private static final int FIXED64 = 1;
  private static final int BYTES = 2;
  private static final int FIXED32 = 5;
  private static final int MAX_VARINT = 64;

  private final byte[] message;
  private final Map<Integer, Long> numbers = new HashMap<>();
  private final Map<Integer, List<byte[]>> messages = new HashMap<>();
  private int at;

  private ProtobufFields(byte[] message, int at) {
    this.message = message;
    this.at = at;
  }

  /**
   * Decodes a message.
   *
   * @throws IOException if it is none
   */
  ProtobufFields(byte[] message) throws IOException {
    this(message, 0);
    while (at < message.length) {
      long tag = varint();
      int field = (int) (tag >>> 3);
      switch ((int) (tag & 7)) {
        case VARINT -> numbers.put(field, varint());
        case BYTES ->
            messages.computeIfAbsent(field, key -> new ArrayList<>()).add(bytes(varint()));
        case FIXED64 -> bytes(Long.BYTES);
        case FIXED32 -> bytes(Integer.BYTES);
        default -> throw damaged();
      }
    }
  }

  /** Returns the number in a field, the last one; 0 if there is none. */
  long number(int field) {
    return numbers.getOrDefault(field, 0L);
  }

  /** Returns the messages and texts in a field, in their order. */
  List<byte[]> messages(int field) {
    return messages.getOrDefault(field, List.of());
  }

  /**
   * Returns the numbers in a field that has several, packed into one text as ORC's writers do.
   *
   * @throws IOException if it is none
   */
  long[] packedNumbers(int field) throws IOException {
    LongStream.Builder all = LongStream.builder();
    for (byte[] packed : messages(field)) {
      ProtobufFields reader = new ProtobufFields(packed, 0);
      while (reader.at < packed.length) {
        all.add(reader.varint());
      }
    }
    return all.build().toArray();
  }

  private long varint() throws IOException {
    long value = 0;
    for (int shift = 0; shift < MAX_VARINT; shift += 7) {
      if (at == message.length) {
        throw damaged();
      }
      byte next = message[at++];
      value |= (long) (next & 0x7F) << shift;
      if (next >= 0) {
        return value;
      }
    }
    throw damaged();
  }

  private byte[] bytes(long length) throws IOException {
    if (length < 0 || length > message.length - at) {
      throw damaged();
    }
    at += (int) length;
    return Arrays.copyOfRange(message, at - (int) length, at);
  }

  private static IOException damaged() {
    return new IOException("its footer is damaged: it is no message of Protocol Buffers");
  }
}
