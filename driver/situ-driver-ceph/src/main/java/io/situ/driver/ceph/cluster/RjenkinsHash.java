// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.ceph.cluster;

/**
 * Which placement group an object's name falls into: {@code ceph_str_hash_rjenkins} and {@code
 * ceph_stable_mod} of Ceph's {@code src/common/ceph_hash.cc} and {@code src/include/rados.h}; the
 * hash is Robert Jenkins' of 1996 ("One-at-a-time" it is not).
 */
public final class RjenkinsHash {

  private static final int GOLDEN = 0x9e3779b9;

  private int a = GOLDEN;
  private int b = GOLDEN;
  private int c;

  private RjenkinsHash() {}

  /** The hash of the first {@code length} bytes. */
  public static int of(byte[] name, int length) {
    RjenkinsHash hash = new RjenkinsHash();
    int at = 0;
    for (int left = length; left >= 12; left -= 12, at += 12) {
      hash.a += word(name, at, 4);
      hash.b += word(name, at + 4, 4);
      hash.c += word(name, at + 8, 4);
      hash.mix();
    }
    int left = length - at;
    hash.a += word(name, at, Math.min(left, 4));
    hash.b += word(name, at + 4, Math.min(Math.max(left - 4, 0), 4));
    hash.c += length + (word(name, at + 8, Math.min(Math.max(left - 8, 0), 3)) << 8);
    hash.mix();
    return hash.c;
  }

  /** Up to four bytes, little endian. */
  private static int word(byte[] name, int at, int count) {
    int word = 0;
    for (int i = 0; i < count; i++) {
      word |= (name[at + i] & 0xff) << 8 * i;
    }
    return word;
  }

  private void mix() {
    a = a - b - c ^ c >>> 13;
    b = b - c - a ^ a << 8;
    c = c - a - b ^ b >>> 13;
    a = a - b - c ^ c >>> 12;
    b = b - c - a ^ a << 16;
    c = c - a - b ^ b >>> 5;
    a = a - b - c ^ c >>> 3;
    b = b - c - a ^ a << 10;
    c = c - a - b ^ b >>> 15;
  }

  /** The group of a hash among {@code groups}, of which there is at least one. */
  static int stableMod(int hash, int groups) {
    int mask = groups == 1 ? 0 : -1 >>> Integer.numberOfLeadingZeros(groups - 1);
    int group = hash & mask;
    return group < groups ? group : hash & mask >> 1;
  }
}
