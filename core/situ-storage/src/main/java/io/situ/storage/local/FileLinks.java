// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.local;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;

/** Second names of files. Thread-safe. */
public final class FileLinks {

  /** The system call. */
  @FunctionalInterface
  interface Call {
    void link(Path name, Path file) throws IOException;
  }

  private FileLinks() {}

  /**
   * Gives a file a second name, under which it is still there when the first one is deleted. Some
   * file systems, as BeeGFS and mergerfs, can be set to make a symbolic link instead and to report
   * success: that is deleted again.
   *
   * @param name not there yet
   * @param file a regular file
   * @throws IOException as {@link Files#createLink}; also if the new name is not seen to be one of
   *     the file
   * @throws UnsupportedOperationException as {@link Files#createLink}
   */
  public static void create(Path name, Path file) throws IOException {
    create(name, file, Files::createLink);
  }

  static void create(Path name, Path file, Call call) throws IOException {
    Object key = attributes(file).fileKey();
    call.link(name, file);
    BasicFileAttributes made = attributes(name);
    if (!made.isRegularFile() || key == null || !key.equals(made.fileKey())) {
      Files.delete(name);
      throw new IOException("the file system makes no hard links: it made something else");
    }
  }

  private static BasicFileAttributes attributes(Path path) throws IOException {
    return Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
  }
}
