// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.mounted.namespace;

import io.situ.storage.mounted.nativelib.Libc;
import io.situ.storage.mounted.nativelib.NativeScratchBuffers;
import io.situ.storage.mounted.path.DirEntryRef;
import io.situ.storage.mounted.path.StatxReader;

/**
 * Which object of a host's file systems it is, by device and inode number. What has a name is asked
 * of the server, where there is one.
 */
record FileId(long device, long inode) {

  /** What {@link #look} returns where another object has the name. */
  static final int OTHER = 1;

  /** Returns that of what the thread's stat slot describes. */
  static FileId described() {
    NativeScratchBuffers scratch = NativeScratchBuffers.get();
    return new FileId(
        StatxReader.device(scratch.memory(), 0), StatxReader.inode(scratch.memory(), 0));
  }

  /**
   * Looks at what has a name, links not followed; describes it in the stat slot.
   *
   * @return 0 if this object has it; {@link #OTHER} if another one has; or the negative error
   *     number of the look: only {@code ENOENT} says that nothing has it
   */
  int look(DirEntryRef place) {
    int error = place.stat(Libc.AT_STATX_FORCE_SYNC);
    return error < 0 || equals(described()) ? error : OTHER;
  }

  /** Whether the object has this name for sure; see {@link #look}. */
  boolean has(DirEntryRef place) {
    return look(place) == 0;
  }
}
