// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.acl;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;

/**
 * An access list as Linux keeps it in the extended attributes {@code system.posix_acl_access} and
 * {@code system.posix_acl_default}: a version, then tag, permission and id of each entry, little
 * endian, as {@code linux/posix_acl_xattr.h} has it.
 */
public record PosixAcl(List<Entry> entries) {

  /** The attribute that says who may do what with the object. */
  public static final String ACCESS = "system.posix_acl_access";

  /** The attribute of a directory that says what new objects in it get. */
  public static final String DEFAULT = "system.posix_acl_default";

  private static final int VERSION = 2;
  private static final int ENTRY = 8;
  private static final int NO_ID = -1;

  public PosixAcl {
    entries = List.copyOf(entries);
  }

  /** Whom an entry is about, in the order in which Linux wants entries. */
  public enum Tag {
    OWNER(0x01),
    USER(0x02),
    OWNING_GROUP(0x04),
    GROUP(0x08),
    MASK(0x10),
    OTHER(0x20);

    private final int number;

    Tag(int number) {
      this.number = number;
    }

    private static Tag of(int number) throws IOException {
      for (Tag tag : values()) {
        if (tag.number == number) {
          return tag;
        }
      }
      throw new IOException("an access list has an entry of unknown kind " + number);
    }
  }

  /**
   * One entry.
   *
   * @param bits 4 to read, 2 to write, 1 to execute
   * @param id of a user or group; without meaning for the other tags
   */
  public record Entry(Tag tag, int bits, int id) {

    /** Creates an entry of a tag that has no id. */
    public Entry(Tag tag, int bits) {
      this(tag, bits, NO_ID);
    }
  }

  /** Returns whom the entries of a kind are about. */
  public List<Integer> ids(Tag tag) {
    return entries.stream().filter(entry -> entry.tag() == tag).map(Entry::id).toList();
  }

  /**
   * @throws IOException if the bytes are something else
   */
  public static PosixAcl parse(byte[] bytes) throws IOException {
    ByteBuffer in = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    if (bytes.length < Integer.BYTES
        || (bytes.length - Integer.BYTES) % ENTRY != 0
        || in.getInt() != VERSION) {
      throw new IOException("an access list has a form that is not known");
    }
    List<Entry> entries = new ArrayList<>();
    while (in.hasRemaining()) {
      entries.add(new Entry(Tag.of(in.getShort()), in.getShort() & 7, in.getInt()));
    }
    return new PosixAcl(entries);
  }

  /** Returns what {@link #parse} reads; entries stand as they do here. */
  public byte[] bytes() {
    ByteBuffer out =
        ByteBuffer.allocate(Integer.BYTES + entries.size() * ENTRY)
            .order(ByteOrder.LITTLE_ENDIAN)
            .putInt(VERSION);
    for (Entry entry : entries) {
      out.putShort((short) entry.tag().number).putShort((short) entry.bits()).putInt(entry.id());
    }
    return out.array();
  }
}
