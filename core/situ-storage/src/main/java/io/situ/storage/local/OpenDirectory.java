// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.local;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributeView;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFileAttributes;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/**
 * A directory of this host that is held open, so that everything is asked and done of that one
 * directory, whatever its name means meanwhile. No symbolic link is followed, neither at its name
 * nor below it; links on the way to it are.
 *
 * <p>Not thread-safe.
 */
public final class OpenDirectory implements AutoCloseable {

  /** As often a directory to which others keep adding is listed, if that brings no new level. */
  private static final int MAX_ROUNDS = 100;

  private static final int MAX_LEVELS = 1_000_000;

  private final Path path;
  private final Path name;
  private final SecureDirectoryStream<Path> parent;
  private final SecureDirectoryStream<Path> self;
  private int moved;

  private OpenDirectory(
      Path path, Path name, SecureDirectoryStream<Path> parent, SecureDirectoryStream<Path> self) {
    this.path = path;
    this.name = name;
    this.parent = parent;
    this.self = self;
  }

  /**
   * Opens a directory.
   *
   * @throws NoSuchFileException if there is nothing
   * @throws NotDirectoryException if something else is there, be it a link to a directory
   */
  public static OpenDirectory open(Path directory) throws IOException {
    Path path = directory.toAbsolutePath().normalize();
    if (path.getParent() == null) {
      throw new IOException("'" + path + "' is the root");
    }
    Path name = path.getFileName();
    SecureDirectoryStream<Path> parent = secure(Files.newDirectoryStream(path.getParent()));
    try {
      if (!attributes(parent, name).isDirectory()) {
        throw new NotDirectoryException(path.toString());
      }
      return new OpenDirectory(path, name, parent, below(parent, name));
    } catch (IOException | RuntimeException e) {
      parent.close();
      throw e;
    }
  }

  private static SecureDirectoryStream<Path> secure(DirectoryStream<Path> stream)
      throws IOException {
    if (stream instanceof SecureDirectoryStream<Path> secure) {
      return secure;
    }
    stream.close();
    throw new IOException("this system cannot hold a directory open");
  }

  private static SecureDirectoryStream<Path> below(SecureDirectoryStream<Path> stream, Path name)
      throws IOException {
    return stream.newDirectoryStream(name, LinkOption.NOFOLLOW_LINKS);
  }

  private static PosixFileAttributes attributes(SecureDirectoryStream<Path> stream, Path name)
      throws IOException {
    return stream
        .getFileAttributeView(name, PosixFileAttributeView.class, LinkOption.NOFOLLOW_LINKS)
        .readAttributes();
  }

  /**
   * Returns owner and permissions of the directory that is held.
   *
   * @throws IOException if they cannot be read
   */
  public PosixFileAttributes attributes() throws IOException {
    return self.getFileAttributeView(PosixFileAttributeView.class).readAttributes();
  }

  /**
   * Returns whether it belongs to the calling user and is closed to all others.
   *
   * @throws IOException as {@link #attributes}
   */
  public boolean isPrivate() throws IOException {
    return FileOwners.isOwn(attributes()) && !FileOwners.isOpenToOthers(attributes());
  }

  /**
   * Returns the first bytes of a file in the directory that belongs to the calling user and that no
   * other user may write, as UTF-8; empty if there is no such file.
   *
   * @param most bytes to read
   * @throws IOException if it is there and cannot be read
   */
  public Optional<String> readOwn(String file, int most) throws IOException {
    Path entry = Path.of(file);
    try {
      PosixFileAttributes attributes = attributes(self, entry);
      boolean own =
          attributes.isRegularFile()
              && FileOwners.isOwn(attributes)
              && !FileOwners.isWritableByOthers(attributes);
      return own ? Optional.of(read(entry, most)) : Optional.empty();
    } catch (NoSuchFileException e) {
      return Optional.empty();
    }
  }

  private String read(Path entry, int most) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(most);
    try (SeekableByteChannel in =
        self.newByteChannel(entry, Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS))) {
      while (bytes.hasRemaining() && in.read(bytes) >= 0) {
        continue;
      }
    }
    return new String(bytes.array(), 0, bytes.position(), StandardCharsets.UTF_8);
  }

  /**
   * Deletes an object of this host with everything below it; does nothing if there is nothing. A
   * link is deleted, never followed, and neither is one that takes the place of a directory
   * meanwhile.
   *
   * @throws DirectoryNotEmptyException if others keep adding to it
   */
  public static void deleteTree(Path top) throws IOException {
    try (OpenDirectory held = open(top)) {
      held.delete();
    } catch (NotDirectoryException e) {
      Files.deleteIfExists(top);
    } catch (NoSuchFileException e) {
      // It is gone already, which is what is wanted.
      return;
    }
  }

  /**
   * Deletes the directory and everything below it. Subdirectories are moved up into it one after
   * the other, so that at any depth no more than two directories are open below it. After a failure
   * some of it may be gone.
   *
   * @throws DirectoryNotEmptyException if others keep adding to it
   */
  public void delete() throws IOException {
    int rounds = 0;
    for (int level = 0; rounds < MAX_ROUNDS && level < MAX_LEVELS; level++) {
      int before = moved;
      if (!deleteEntries() && deleteEmpty(parent, name)) {
        return;
      }
      rounds = moved > before ? 0 : rounds + 1;
    }
    throw new DirectoryNotEmptyException(path.toString());
  }

  /** Returns whether there were entries. */
  private boolean deleteEntries() throws IOException {
    try (SecureDirectoryStream<Path> entries = below(self, Path.of("."))) {
      return LocalDirectories.forEach(entries, entry -> deleteEntry(entry.getFileName())) > 0;
    }
  }

  private void deleteEntry(Path entry) throws IOException {
    try {
      if (!isDirectory(self, entry)) {
        self.deleteFile(entry);
      } else if (!deleteEmpty(self, entry)) {
        try (SecureDirectoryStream<Path> child = below(self, entry)) {
          empty(child);
        }
        deleteEmpty(self, entry);
      }
    } catch (NoSuchFileException e) {
      // Others may delete at the same time.
      return;
    }
  }

  private void empty(SecureDirectoryStream<Path> child) throws IOException {
    LocalDirectories.forEach(child, entry -> deleteOrMoveUp(child, entry.getFileName()));
  }

  private void deleteOrMoveUp(SecureDirectoryStream<Path> child, Path inner) throws IOException {
    try {
      if (!isDirectory(child, inner)) {
        child.deleteFile(inner);
      } else if (!deleteEmpty(child, inner)) {
        child.move(inner, self, Path.of(".deleted-" + UUID.randomUUID()));
        moved++;
      }
    } catch (NoSuchFileException e) {
      // Others may delete at the same time.
      return;
    }
  }

  private static boolean isDirectory(SecureDirectoryStream<Path> stream, Path entry)
      throws IOException {
    return stream
        .getFileAttributeView(entry, BasicFileAttributeView.class, LinkOption.NOFOLLOW_LINKS)
        .readAttributes()
        .isDirectory();
  }

  /** Returns whether it is gone; false if it is not empty. */
  private static boolean deleteEmpty(SecureDirectoryStream<Path> stream, Path entry)
      throws IOException {
    try {
      stream.deleteDirectory(entry);
      return true;
    } catch (NoSuchFileException e) {
      return true;
    } catch (DirectoryNotEmptyException e) {
      return false;
    }
  }

  @Override
  public void close() throws IOException {
    try (parent) {
      self.close();
    }
  }
}
