// SPDX-License-Identifier: Apache-2.0
package io.situ.hadoop.fs;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.NoSuchElementException;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;

/**
 * The files of a directory, or of all below it. Symbolic links that cannot be followed are among
 * them, so that what reads them fails: Hadoop's own listing leaves them out. Directories that are
 * gone when they are come to are left out, as there. Not thread-safe.
 */
final class FilesBelow implements RemoteIterator<LocatedFileStatus> {

  private final FileSystem fs;
  private final boolean recursive;
  private final Deque<RemoteIterator<LocatedFileStatus>> open = new ArrayDeque<>();

  /** Null where it is still to be looked for. */
  private LocatedFileStatus next;

  /**
   * @throws FileNotFoundException if there is nothing at {@code path}
   * @throws IOException if it cannot be listed
   */
  FilesBelow(FileSystem fs, Path path, boolean recursive) throws IOException {
    this.fs = fs;
    this.recursive = recursive;
    open.push(fs.listLocatedStatus(path));
  }

  @Override
  public boolean hasNext() throws IOException {
    while (next == null && !open.isEmpty()) {
      if (open.peek().hasNext()) {
        take(open.peek().next());
      } else {
        open.pop();
      }
    }
    return next != null;
  }

  private void take(LocatedFileStatus found) throws IOException {
    if (!found.isDirectory()) {
      next = found;
    } else if (recursive) {
      enter(found.getPath());
    }
  }

  private void enter(Path directory) throws IOException {
    RemoteIterator<LocatedFileStatus> entries;
    try {
      entries = fs.listLocatedStatus(directory);
    } catch (FileNotFoundException e) {
      return;
    }
    open.push(entries);
  }

  @Override
  public LocatedFileStatus next() throws IOException {
    if (!hasNext()) {
      throw new NoSuchElementException("there are no more files");
    }
    LocatedFileStatus found = next;
    next = null;
    return found;
  }
}
