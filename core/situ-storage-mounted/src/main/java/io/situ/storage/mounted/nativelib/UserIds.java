// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.mounted.nativelib;

import io.situ.storage.StoreException;
import io.situ.storage.StoreException.Kind;
import io.situ.storage.StorePath;
import java.util.OptionalInt;

/** The numbers of this host's users and groups. Thread-safe. */
public final class UserIds {

  private UserIds() {}

  /**
   * The number of a user by name or decimal number.
   *
   * @param path the object whose owner it is to become
   * @throws StoreException {@code INVALID_ARGUMENT} if this host knows none
   */
  public static int user(StorePath path, String name) throws StoreException {
    return known(path, "user", name, UserLookup.SYSTEM.uid(name));
  }

  /** As {@link #user}, of a group. */
  public static int group(StorePath path, String name) throws StoreException {
    return known(path, "group", name, UserLookup.SYSTEM.gid(name));
  }

  /** -1 is the system's word for no change. */
  private static int known(StorePath path, String what, String name, OptionalInt id)
      throws StoreException {
    if (id.isEmpty() || id.getAsInt() == -1) {
      throw new StoreException(
          Kind.INVALID_ARGUMENT, path, "this host knows no " + what + " '" + name + "'");
    }
    return id.getAsInt();
  }
}
