// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.lustre;

/**
 * What Lustre calls an object by, for as long as it lives and never again: {@code
 * [SEQUENCE:OBJECT:VERSION]}.
 */
record Fid(long sequence, int object, int version) {

  /** As {@code DFID} prints one; a sequence of zero comes without {@code 0x}. */
  static final String PATTERN = "\\[(0|0x[0-9a-f]{1,16}):0x([0-9a-f]{1,8}):0x([0-9a-f]{1,8})\\]";

  /** Sequences from here to 32 bits stand for inodes of a file system of Lustre 1.8. */
  private static final long FIRST_OLD = 12;

  private static final long LAST_OLD = 0xffffffffL;

  /** From the three groups of {@link #PATTERN}. */
  static Fid of(String sequence, String object, String version) {
    return new Fid(
        Long.parseUnsignedLong(sequence.replaceFirst("^0x", ""), 16),
        Integer.parseUnsignedInt(object, 16),
        Integer.parseUnsignedInt(version, 16));
  }

  boolean isZero() {
    return sequence == 0 && object == 0;
  }

  /**
   * The inode number that clients of 64 bits give the object: {@code fid_flatten} in Lustre's
   * {@code lustre_fid.h}. Two objects that have the same one are 2^40 sequences apart.
   */
  long inode() {
    if (sequence >= FIRST_OLD && sequence <= LAST_OLD) {
      return sequence;
    }
    long id = Integer.toUnsignedLong(object);
    long inode = (sequence << 24) + (sequence >>> 24 & 0xffffff0000L) + id;
    return inode == 0 ? id : inode;
  }
}
