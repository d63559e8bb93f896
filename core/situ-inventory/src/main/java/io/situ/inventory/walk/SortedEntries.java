// SPDX-License-Identifier: Apache-2.0
package io.situ.inventory.walk;

import io.situ.storage.StoreObject;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** The sorted content of one directory, read once. Used by one thread at a time. */
interface SortedEntries extends AutoCloseable {

  /** How many objects it holds in memory. */
  int held();

  /** The next object in key order, or null at the end. */
  StoreObject next() throws IOException;

  /** The folder of the directory that {@link #next} named last. */
  PendingDirectory folder();

  /** Folders that became known since the last call and will be named later, in order. */
  List<PendingDirectory> discovered();

  /** Gives up what is left. Never fails. */
  @Override
  void close();

  /** A directory that fits into memory. */
  static SortedEntries of(StoreObject[] sorted) {
    return new InMemory(sorted);
  }

  /** Objects are forgotten as they are handed out. */
  final class InMemory implements SortedEntries {
    private final StoreObject[] sorted;
    private final List<PendingDirectory> folders = new ArrayList<>();
    private boolean reported;
    private int index;
    private int folder;

    InMemory(StoreObject[] sorted) {
      this.sorted = sorted;
      for (StoreObject object : sorted) {
        if (object.isDirectory()) {
          folders.add(new PendingDirectory(object.path()));
        }
      }
    }

    @Override
    public int held() {
      return sorted.length;
    }

    @Override
    public StoreObject next() {
      if (index == sorted.length) {
        return null;
      }
      StoreObject object = sorted[index];
      sorted[index++] = null;
      if (object.isDirectory()) {
        folder++;
      }
      return object;
    }

    @Override
    public PendingDirectory folder() {
      return folders.set(folder - 1, null);
    }

    @Override
    public List<PendingDirectory> discovered() {
      if (reported) {
        return List.of();
      }
      reported = true;
      return List.copyOf(folders);
    }

    @Override
    public void close() {}
  }
}
