// SPDX-License-Identifier: Apache-2.0
package io.situ.inventory.walk;

import io.situ.inventory.datafile.SortKeys;
import io.situ.storage.StorePath;

/**
 * A directory in a walk: first only named, then listed by whichever thread gets to it first.
 * Everything that changes is guarded by the {@link DirectoryPrefetcher} it belongs to.
 */
final class PendingDirectory {

  /** How far a folder is. */
  enum State {
    NAMED,
    RUNNING,
    LISTED
  }

  private final StorePath path;
  private final String key;
  private State state = State.NAMED;
  private SortedEntries entries;
  private Throwable failure;

  PendingDirectory(StorePath path) {
    this.path = path;
    this.key = SortKeys.ofDirectory(path);
  }

  StorePath path() {
    return path;
  }

  String key() {
    return key;
  }

  State state() {
    return state;
  }

  void run() {
    state = State.RUNNING;
  }

  void listed(SortedEntries content, Throwable cause) {
    state = State.LISTED;
    entries = content;
    failure = cause;
  }

  /** The content, null where listing it failed. */
  SortedEntries entries() {
    return entries;
  }

  /** Why listing it failed, or null. */
  Throwable failure() {
    return failure;
  }
}
