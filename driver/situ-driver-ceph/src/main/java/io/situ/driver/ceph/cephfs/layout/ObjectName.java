// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.ceph.cephfs.layout;

import io.situ.driver.ceph.cluster.RjenkinsHash;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * The names of one file's objects, {@code INODE.NUMBER} in hexadecimal digits, the number with at
 * least eight ({@code file_object_t} of Ceph). Not thread-safe.
 */
final class ObjectName {

  private static final byte[] DIGITS = "0123456789abcdef".getBytes(StandardCharsets.US_ASCII);
  private static final int LEAST = 8;
  private static final int MOST = 16;

  /** What a namespace is set apart with when a name is hashed. */
  private static final char SEPARATOR = '\037';

  private final byte[] bytes;
  private final int prefix;

  ObjectName(String namespace, long inode) {
    String start = namespace.isEmpty() ? "" : namespace + SEPARATOR;
    byte[] text = (start + Long.toHexString(inode) + ".").getBytes(StandardCharsets.UTF_8);
    this.prefix = text.length;
    this.bytes = Arrays.copyOf(text, prefix + MOST);
  }

  /** The hash of an object's name. */
  int hash(long number) {
    int digits = Math.max(LEAST, (Long.SIZE - Long.numberOfLeadingZeros(number) + 3) / 4);
    for (int i = digits - 1, shift = 0; i >= 0; i--, shift += 4) {
      bytes[prefix + i] = DIGITS[(int) (number >>> shift) & 15];
    }
    return RjenkinsHash.of(bytes, prefix + digits);
  }
}
