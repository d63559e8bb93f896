// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.local;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.UserPrincipal;
import java.util.EnumSet;
import java.util.Set;

/** What the system's own record of owner and permissions says about a file. Thread-safe. */
public final class FileOwners {

  private static final Set<PosixFilePermission> OWNERS =
      EnumSet.of(
          PosixFilePermission.OWNER_READ,
          PosixFilePermission.OWNER_WRITE,
          PosixFilePermission.OWNER_EXECUTE);

  private FileOwners() {}

  /**
   * Returns the user this process runs as.
   *
   * @throws IOException if {@code /proc} cannot be read
   */
  public static UserPrincipal thisUser() throws IOException {
    return Files.getOwner(Path.of("/proc/self"));
  }

  /**
   * Returns whether the file belongs to the user this process runs as.
   *
   * @throws IOException as {@link #thisUser}
   */
  public static boolean isOwn(PosixFileAttributes file) throws IOException {
    return file.owner().equals(thisUser());
  }

  /**
   * Returns whether the file belongs to the user this process runs as, or to root.
   *
   * @throws IOException as {@link #thisUser}
   */
  public static boolean isOwnOrRoots(PosixFileAttributes file) throws IOException {
    return isOwn(file) || isRoots(file);
  }

  /** Returns whether the file belongs to root. */
  public static boolean isRoots(PosixFileAttributes file) {
    return file.owner().getName().equals("root");
  }

  /** Returns whether any other user may do anything with the file. */
  public static boolean isOpenToOthers(PosixFileAttributes file) {
    return !OWNERS.containsAll(file.permissions());
  }

  /** Returns whether any other user may write the file. */
  public static boolean isWritableByOthers(PosixFileAttributes file) {
    return file.permissions().contains(PosixFilePermission.GROUP_WRITE)
        || file.permissions().contains(PosixFilePermission.OTHERS_WRITE);
  }
}
