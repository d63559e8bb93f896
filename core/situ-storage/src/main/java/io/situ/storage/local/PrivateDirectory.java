// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.local;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;

/** Directories of this host that a program keeps its own state in. Thread-safe. */
public final class PrivateDirectory {

  private static final FileAttribute<?> PRIVATE =
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));

  private PrivateDirectory() {}

  /**
   * Creates a directory that only the calling user may use, and those above it that are missing;
   * one that is there must be the user's own.
   *
   * @return the directory
   * @throws IOException in one sentence, if it is not, or cannot be created
   */
  public static Path create(Path directory) throws IOException {
    Path parent = directory.toAbsolutePath().getParent();
    if (parent != null && !Files.isDirectory(parent)) {
      Files.createDirectories(parent, PRIVATE);
    }
    try {
      return Files.createDirectory(directory, PRIVATE);
    } catch (FileAlreadyExistsException e) {
      require(directory);
      return directory;
    }
  }

  /**
   * Refuses a directory that another user could have put something in.
   *
   * @throws IOException in one sentence; {@link NoSuchFileException} if there is nothing
   */
  public static void require(Path directory) throws IOException {
    Optional<String> fault = fault(directory);
    if (fault.isPresent()) {
      throw new IOException("'" + directory + "' cannot be used: " + fault.get());
    }
  }

  /**
   * Returns why another user could have put something in a directory, as a clause; empty if none
   * could.
   *
   * @throws IOException if owner and permissions cannot be read
   */
  public static Optional<String> fault(Path directory) throws IOException {
    PosixFileAttributes found = attributes(directory);
    return fault(found, FileOwners.isOwn(found));
  }

  /** As {@link #fault}; what only root could have put there is trusted too. */
  public static Optional<String> faultUnlessRoots(Path directory) throws IOException {
    PosixFileAttributes found = attributes(directory);
    return fault(found, FileOwners.isOwnOrRoots(found));
  }

  private static PosixFileAttributes attributes(Path directory) throws IOException {
    return Files.readAttributes(directory, PosixFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
  }

  private static Optional<String> fault(PosixFileAttributes found, boolean trusted) {
    if (found.isSymbolicLink()) {
      return Optional.of("it is a symbolic link");
    }
    if (!found.isDirectory()) {
      return Optional.of("it is no directory");
    }
    if (!trusted) {
      return Optional.of("it belongs to user " + found.owner().getName());
    }
    return FileOwners.isWritableByOthers(found)
        ? Optional.of(
            "other users may write there ("
                + PosixFilePermissions.toString(found.permissions())
                + ")")
        : Optional.empty();
  }
}
