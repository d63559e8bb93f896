// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.mounted.namespace;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.UUID;

/** The name under which a file is made that is to replace another. */
public final class TempFileName {

  private TempFileName() {}

  /** The same for the same name and user, so that what another process left is met again. */
  public static byte[] of(byte[] name) {
    byte[] user = (System.getProperty("user.name") + "/").getBytes(StandardCharsets.UTF_8);
    byte[] key = Arrays.copyOf(user, user.length + name.length);
    System.arraycopy(name, 0, key, user.length, name.length);
    return of(UUID.nameUUIDFromBytes(key));
  }

  /**
   * A name that nothing has, for what is moved away from its own for a moment, and where the other
   * one is taken.
   */
  public static byte[] unique() {
    return of(UUID.randomUUID());
  }

  private static byte[] of(UUID id) {
    return (".situ-" + id).getBytes(StandardCharsets.US_ASCII);
  }
}
