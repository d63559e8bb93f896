// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.mounted.path;

import io.situ.storage.mounted.nativelib.ErrnoException;

/**
 * An object that is held, whatever its name becomes, and is not opened by that: a file, a
 * directory, a link or anything else. Each call takes at most one plain name and follows no link,
 * so that nothing that others do to the tree meanwhile leads a call elsewhere. Not thread-safe.
 *
 * @param <O> the implementation
 */
public interface ObjectHandle<O extends ObjectHandle<O>> extends AutoCloseable {

  boolean isDirectory();

  /** Returns whether this is a symbolic link itself. */
  boolean isLink();

  /** Returns the permission bits, as they were when it was found. */
  int mode();

  /** Returns the number of the user who owns it. */
  int owner() throws ErrnoException;

  /** Returns the number of the user for whom calls are made. */
  int user();

  /**
   * Holds what has a name in this directory, a link itself.
   *
   * @throws ErrnoException ENOENT; ENOTDIR if this is no directory; EACCES
   */
  O child(byte[] name) throws ErrnoException;

  /** As {@link #child}, where no more of the child counts than of which type it is. */
  default O childTypeOnly(byte[] name) throws ErrnoException {
    return child(name);
  }

  /** Returns the text of this link. */
  byte[] readLink() throws ErrnoException;

  /** Releases the object. */
  @Override
  void close();
}
