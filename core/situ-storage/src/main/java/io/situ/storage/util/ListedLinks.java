// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.util;

import io.situ.storage.StoreException;
import io.situ.storage.StoreObject;

/** Symbolic links in listings that follow them. */
public final class ListedLinks {

  private ListedLinks() {}

  /**
   * Returns the link itself where it leads to nothing that this user can see.
   *
   * @param e why what it leads to is not known
   * @throws StoreException {@code e}, if it says nothing about the link
   */
  public static StoreObject unfollowed(StoreObject link, StoreException e) throws StoreException {
    return switch (e.kind()) {
      case NOT_FOUND, NOT_A_DIRECTORY, LINK_LOOP, OUTSIDE_ROOT, PERMISSION_DENIED -> link;
      default -> throw e;
    };
  }
}
