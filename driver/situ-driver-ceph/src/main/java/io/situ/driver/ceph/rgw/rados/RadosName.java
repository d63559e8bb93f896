// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.ceph.rgw.rados;

import io.situ.driver.ceph.cluster.RjenkinsHash;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * The name of an object of RADOS in which RGW keeps bytes.
 *
 * @param bytes the name
 * @param locator what is hashed in the name's place; empty for the name itself
 */
public record RadosName(byte[] bytes, byte[] locator) {

  /**
   * The first object of an S3 object without versions: {@code get_obj_bucket_and_oid_loc} of RGW. A
   * key that begins with an underscore is written with two, and placed by the one.
   *
   * @param key not empty
   */
  public static RadosName head(String marker, byte[] key) {
    byte[] plain = join(marker + "_", key);
    return key[0] == '_'
        ? new RadosName(join(marker + "__", key), plain)
        : new RadosName(plain, new byte[0]);
  }

  /** Another object of it. */
  public static RadosName tail(String marker, String name) {
    return new RadosName((marker + "_" + name).getBytes(StandardCharsets.UTF_8), new byte[0]);
  }

  private static byte[] join(String start, byte[] end) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.writeBytes(start.getBytes(StandardCharsets.UTF_8));
    out.writeBytes(end);
    return out.toByteArray();
  }

  /** What determines its placement group. */
  public int hash() {
    byte[] hashed = locator.length == 0 ? bytes : locator;
    return RjenkinsHash.of(hashed, hashed.length);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof RadosName name
        && Arrays.equals(name.bytes, bytes)
        && Arrays.equals(name.locator, locator);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(bytes);
  }

  @Override
  public String toString() {
    return new String(bytes, StandardCharsets.UTF_8);
  }
}
