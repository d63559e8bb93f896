// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.ceph.cephfs.client;

import io.situ.storage.mounted.nativelib.ErrnoException;
import io.situ.storage.mounted.nativelib.FileStat;

/**
 * A file that libcephfs has open. What it reads and writes it keeps, and reads ahead, by its own
 * settings. Thread-safe, but not to be used once {@link #close} was called.
 */
public class LibCephFsFile {

  /** Behind the end, for a file that was opened to append. */
  public static final long AT_END = -1;

  /** So that one call neither holds others up nor takes more memory than the library's cache. */
  private static final int MOST = 32 << 20;

  private final UserSession caller;
  private final long handle;
  private final FileStat status;

  /**
   * @param status what was known of the file when it was opened
   */
  LibCephFsFile(UserSession caller, long handle, FileStat status) {
    this.caller = caller;
    this.handle = handle;
    this.status = status;
  }

  public FileStat status() {
    return status;
  }

  /** See {@link io.situ.storage.ReadHandle#readsAhead}. */
  public boolean readsAhead() {
    return caller.session().readsAhead();
  }

  /** Number of bytes put at an address, 0 at the end; negative for an error. */
  public int read(long position, long address, int length) {
    return caller.session().read(handle, position, address, Math.min(length, MOST));
  }

  /**
   * Writes some bytes.
   *
   * @param length more than 0: the library ends the process that asks it to write nothing
   * @return how many
   */
  public int write(long position, long address, int length) throws ErrnoException {
    if (length <= 0) {
      throw new IllegalArgumentException("nothing is to be written: " + length);
    }
    int most = Math.min(length, MOST);
    return caller.call(
        (mount, permissions) ->
            LibCephFsLowLevel.ceph_ll_write(mount, handle, position, most, address));
  }

  /** Returns when the servers have what was written, and the file's size and times. */
  public void sync() throws ErrnoException {
    caller.call((mount, permissions) -> LibCephFsLowLevel.ceph_ll_fsync(mount, handle, 0));
  }

  /**
   * Gives the file back.
   *
   * @throws ErrnoException if something that was written earlier is lost; it is given back all the
   *     same
   */
  public void close() throws ErrnoException {
    caller.call((mount, permissions) -> LibCephFs.ceph_ll_close(mount, handle));
  }
}
