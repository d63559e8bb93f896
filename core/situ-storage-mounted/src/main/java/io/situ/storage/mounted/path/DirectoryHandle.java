// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.mounted.path;

import io.situ.storage.mounted.nativelib.ErrnoException;
import java.util.List;

/**
 * A directory that is held, whatever its name becomes. Each call takes one plain name of an entry
 * and follows no link, so that nothing that others do to the tree meanwhile leads a call to another
 * directory. Not thread-safe.
 */
public interface DirectoryHandle extends AutoCloseable {

  /**
   * Identifies a directory.
   *
   * @param mount number of the mount that it was reached by, or 0 where that is not known
   * @param device number of the device
   * @param inode number of the inode
   */
  record Identity(long mount, long device, long inode) {

    /** Returns whether {@code other} was reached by another mount than this. */
    public boolean isMountedApart(Identity other) {
      return mount != 0 && other.mount != 0 ? mount != other.mount : device != other.device;
    }
  }

  /**
   * An entry.
   *
   * @param isDirectory whether it is likely a directory: a hint
   */
  record Entry(byte[] name, boolean isDirectory) {}

  /** Returns which directory this is. */
  Identity identity();

  /**
   * Opens the directory that has a name here.
   *
   * @throws ErrnoException ENOENT; ENOTDIR or ELOOP for anything else, links included; EACCES
   */
  DirectoryHandle child(byte[] name) throws ErrnoException;

  /**
   * Opens the directory that this is in now.
   *
   * @throws ErrnoException EOPNOTSUPP where that cannot be found
   */
  DirectoryHandle parent() throws ErrnoException;

  /**
   * Returns some entries that were not returned yet; none at the end. Entries that come or go
   * meanwhile may be missed.
   */
  List<Entry> next() throws ErrnoException;

  /**
   * Deletes an entry that is no directory.
   *
   * @throws ErrnoException ENOENT; EISDIR or EPERM for a directory; EACCES
   */
  void unlink(byte[] name) throws ErrnoException;

  /**
   * Deletes an empty directory.
   *
   * @throws ErrnoException ENOENT; ENOTDIR for anything else; ENOTEMPTY or EEXIST; EBUSY for the
   *     place of a mount; EACCES
   */
  void rmdir(byte[] name) throws ErrnoException;

  /** Releases the directory. Closing twice does nothing. */
  @Override
  void close();
}
