// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.local;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;
import java.util.Set;

/**
 * Files of this host that hold a secret. Such a file belongs to the user this process runs as, who
 * alone may use it, or to root, who may let one group read it. Links to it are followed.
 * Thread-safe.
 */
public final class PrivateFile {

  private PrivateFile() {}

  /**
   * Returns why a secret in a file is none, and what to do, as a clause; empty if it is one. An
   * access list shows in the permissions of the group.
   *
   * @throws java.nio.file.NoSuchFileException if there is nothing
   * @throws IOException if it cannot be looked at
   */
  public static Optional<String> fault(Path file) throws IOException {
    return fault(file, Files.readAttributes(file, PosixFileAttributes.class));
  }

  private static Optional<String> fault(Path file, PosixFileAttributes found) throws IOException {
    if (!found.isRegularFile()) {
      return Optional.of("it is no regular file");
    }
    if (!FileOwners.isOwnOrRoots(found)) {
      return Optional.of(
          "it belongs to user "
              + found.owner().getName()
              + ", neither to root nor to the user of this process; give it to one of them with"
              + " 'chown'");
    }
    Set<PosixFilePermission> permissions = found.permissions();
    if (permissions.contains(PosixFilePermission.OTHERS_READ)
        || permissions.contains(PosixFilePermission.OTHERS_WRITE)
        || permissions.contains(PosixFilePermission.GROUP_WRITE)
        || permissions.contains(PosixFilePermission.GROUP_READ) && !FileOwners.isRoots(found)) {
      return Optional.of(
          "other users can read or write it ("
              + PosixFilePermissions.toString(permissions)
              + "); call 'chmod 600 "
              + file
              + "'"
              + (FileOwners.isRoots(found) ? ", or 'chmod 640' where one group needs it" : ""));
    }
    return Optional.empty();
  }

  /**
   * Reads a file with a secret.
   *
   * @param most bytes that are read
   * @throws IOException in one sentence that ends in the clause of {@link #fault}, if it has one,
   *     or if it was replaced meanwhile; {@link java.nio.file.NoSuchFileException} if there is
   *     nothing
   */
  public static byte[] read(Path file, int most) throws IOException {
    PosixFileAttributes before = require(file);
    byte[] bytes;
    try (InputStream in = Files.newInputStream(file)) {
      bytes = in.readNBytes(most);
    }
    if (!require(file).fileKey().equals(before.fileKey())) {
      throw new IOException("'" + file + "' was replaced while it was read; try again");
    }
    return bytes;
  }

  private static PosixFileAttributes require(Path file) throws IOException {
    PosixFileAttributes found = Files.readAttributes(file, PosixFileAttributes.class);
    Optional<String> fault = fault(file, found);
    if (fault.isPresent()) {
      throw new UnsafeException("'" + file + "' cannot be used: " + fault.get());
    }
    return found;
  }

  /** The file holds no secret. */
  public static final class UnsafeException extends IOException {

    private static final long serialVersionUID = 1;

    UnsafeException(String message) {
      super(message);
    }
  }
}
