// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.acl;

import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * What a store says of the access list of an object, in the form of {@link PosixAcl}. Immutable.
 *
 * @param known whether the store decides access by {@code access}, or where that is absent by the
 *     permission bits alone. If not, the bits of the group may be a mask and there may be entries
 *     that are not shown
 * @param access the list of the object; absent if it has none or none is shown
 * @param inherited the list that new objects in a directory get; absent likewise
 */
public record AccessList(boolean known, Optional<byte[]> access, Optional<byte[]> inherited) {

  /** Permission bits say everything. */
  public static final AccessList NONE = new AccessList(true, Optional.empty(), Optional.empty());

  /** The store has lists, or may have, and does not show them. */
  public static final AccessList UNKNOWN =
      new AccessList(false, Optional.empty(), Optional.empty());

  private static final int GROUP_AND_OTHERS = 077;

  public AccessList {
    Objects.requireNonNull(access, "access");
    Objects.requireNonNull(inherited, "inherited");
  }

  /** Returns what the extended attributes of an object say of its access list. */
  public static AccessList of(Map<String, byte[]> xattrs) {
    return new AccessList(
        true,
        Optional.ofNullable(xattrs.get(PosixAcl.ACCESS)),
        Optional.ofNullable(xattrs.get(PosixAcl.DEFAULT)));
  }

  /**
   * Returns those of an object's permission bits that are sure to be granted: all of them, but none
   * of the group and of others where the list is not known.
   */
  public int certainMode(int mode) {
    return known ? mode : mode & ~GROUP_AND_OTHERS;
  }
}
