// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.lustre;

import io.situ.driver.lustre.LayoutComponent.Stripes;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads {@code lov_user_md_v1}, {@code _v3}, {@code lov_comp_md_v1} and {@code lov_foreign_md} of
 * Lustre's {@code lustre_user.h}, which have the same offsets in 2.12 to 2.17.
 */
final class LayoutDecoder {

  private static final int V1 = 0x0BD10BD0;
  private static final int V3 = 0x0BD30BD0;
  private static final int COMPOSITE = 0x0BD60BD0;
  private static final int FOREIGN = 0x0BD70BD0;

  private static final int V1_HEADER = 32;
  private static final int V3_HEADER = 48;
  private static final int FOREIGN_HEADER = 16;
  private static final int OBJECT = 24;
  private static final int OBJECT_OST = 20;
  private static final int ENTRY = 48;
  private static final long END_OF_FILE = -1;

  private final ByteBuffer bytes;

  LayoutDecoder(byte[] attribute) {
    this.bytes = ByteBuffer.wrap(attribute).order(ByteOrder.nativeOrder());
  }

  /**
   * How many bytes a file's layout has that stands at the beginning of a larger buffer, as its own
   * counts say; all of the buffer where they say more, or the kind is not known.
   */
  static int length(ByteBuffer buffer) {
    long reported =
        switch (buffer.getInt(0)) {
          case V1 -> V1_HEADER + Short.toUnsignedLong(buffer.getShort(28)) * OBJECT;
          case V3 -> V3_HEADER + Short.toUnsignedLong(buffer.getShort(28)) * OBJECT;
          case COMPOSITE -> Integer.toUnsignedLong(buffer.getInt(4));
          case FOREIGN -> FOREIGN_HEADER + Integer.toUnsignedLong(buffer.getInt(4));
          default -> buffer.capacity();
        };
    return (int) Math.min(reported, buffer.capacity());
  }

  LustreLayout decode() throws LustreLayoutException {
    int magic = number(0);
    return switch (magic) {
      case V1, V3 -> {
        Stripes stripes = stripes(0, bytes.capacity(), true);
        yield new LustreLayout(
            List.of(new LayoutComponent(LayoutComponent.INIT, 0, Long.MAX_VALUE, stripes)));
      }
      case COMPOSITE -> composite();
      case FOREIGN -> new LustreLayout(List.of());
      default ->
          throw new LustreLayoutException("layout of unknown kind 0x" + Integer.toHexString(magic));
    };
  }

  private LustreLayout composite() throws LustreLayoutException {
    int size = number(4);
    need(size >= V1_HEADER && size <= bytes.capacity(), "it says it has " + size + " bytes");
    int count = half(14);
    need(V1_HEADER + (long) count * ENTRY <= size, "it is cut off in its " + count + " components");
    List<LayoutComponent> components = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      components.add(component(V1_HEADER + i * ENTRY, size));
    }
    return new LustreLayout(components);
  }

  private LayoutComponent component(int entry, int size) throws LustreLayoutException {
    int flags = number(entry + 4);
    long start = bytes.getLong(entry + 8);
    long reported = bytes.getLong(entry + 16);
    long end = reported == END_OF_FILE ? Long.MAX_VALUE : reported;
    need(start >= 0 && end >= start, "a component reaches from " + start + " to " + end);
    long from = Integer.toUnsignedLong(number(entry + 24));
    long length = Integer.toUnsignedLong(number(entry + 28));
    need(from + length <= size, "a component's stripes lie behind its end");
    boolean made = (flags & LayoutComponent.INIT) != 0;
    return new LayoutComponent(flags, start, end, stripes((int) from, (int) (from + length), made));
  }

  /**
   * Reads what is striped how.
   *
   * @param made whether there are objects, where the pattern has some
   */
  private Stripes stripes(int from, int end, boolean made) throws LustreLayoutException {
    need(end - from >= 4, "it is cut off");
    int magic = bytes.getInt(from);
    if (magic == FOREIGN) {
      return new Stripes(0, 0);
    }
    need(magic == V1 || magic == V3, "stripes of unknown kind 0x" + Integer.toHexString(magic));
    int objects = from + (magic == V1 ? V1_HEADER : V3_HEADER);
    need(objects <= end, "it is cut off");
    int pattern = bytes.getInt(from + 4);
    long size = Integer.toUnsignedLong(bytes.getInt(from + 24));
    int count = Short.toUnsignedInt(bytes.getShort(from + 28));
    // A template, as directories have it, ends here; what is released has zeros for objects.
    if (!made
        || objects == end
        || (pattern & LayoutComponent.RELEASED) != 0
        || pattern == LayoutComponent.MDT) {
      return new Stripes(pattern, size);
    }
    need(objects + (long) count * OBJECT <= end, "it is cut off in its " + count + " objects");
    need(count == 0 || size > 0, "its stripes have no bytes");
    int[] osts = new int[count];
    for (int i = 0; i < count; i++) {
      osts[i] = bytes.getInt(objects + i * OBJECT + OBJECT_OST);
      need(osts[i] >= 0, "an object lies on target " + Integer.toUnsignedString(osts[i]));
    }
    return new Stripes(pattern, size, osts);
  }

  private int number(int at) throws LustreLayoutException {
    need(at + 4 <= bytes.capacity(), "it is cut off");
    return bytes.getInt(at);
  }

  private int half(int at) throws LustreLayoutException {
    need(at + 2 <= bytes.capacity(), "it is cut off");
    return Short.toUnsignedInt(bytes.getShort(at));
  }

  private static void need(boolean condition, String fault) throws LustreLayoutException {
    if (!condition) {
      throw new LustreLayoutException("the layout is not valid: " + fault);
    }
  }
}
