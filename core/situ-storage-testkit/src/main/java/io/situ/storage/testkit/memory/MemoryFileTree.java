// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.testkit.memory;

import io.situ.storage.StoreException;
import io.situ.storage.StoreException.Kind;
import io.situ.storage.StoreObject;
import io.situ.storage.StorePath;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;

/** The objects of a memory store and how paths lead to them. Its monitor guards everything. */
final class MemoryFileTree {

  /** Where snapshots lie: found by its name, never listed. */
  static final String SNAPSHOTS = ".snapshots";

  private static final int MAX_LINKS = 40;
  private static final int MAX_NAME = 255;

  /**
   * What a path leads to.
   *
   * @param directory where the last name is or would be; null for the root
   * @param node what is there, or null
   */
  record Place(MemoryInode directory, String name, MemoryInode node) {}

  final MemoryInode root;
  final MemoryInode snapshots;
  final MemoryChangeLog journal;
  private final String rootText;
  private final long capacity;
  private long identities = 1;
  private long stamps;
  private long used;
  private boolean closed;

  MemoryFileTree(MemorySettings settings, Caller access) {
    this.rootText = settings.root();
    this.capacity = settings.capacity();
    this.journal = new MemoryChangeLog(settings.journal());
    this.root = newNode(StoreObject.Kind.DIRECTORY, null, 0755, access);
    this.snapshots = new MemoryInode(StoreObject.Kind.DIRECTORY, nextIdentity(), null, true);
    snapshots.owner = access.user();
    snapshots.group = access.group();
    snapshots.mode = 0555;
    snapshots.names.add(new MemoryInode.Name(root, SNAPSHOTS));
  }

  long capacity() {
    return capacity;
  }

  long used() {
    return used;
  }

  void close() {
    closed = true;
  }

  long nextIdentity() {
    return ++identities;
  }

  MemoryInode newNode(StoreObject.Kind kind, String target, int mode, Caller access) {
    MemoryInode node = new MemoryInode(kind, nextIdentity(), target, false);
    node.owner = access.user();
    node.group = access.group();
    node.mode = mode;
    node.accessed = Instant.now();
    touch(node);
    return node;
  }

  /** Notes that the content of {@code node} changed. */
  void touch(MemoryInode node) {
    node.modified = Instant.now();
    restamp(node);
  }

  /** Notes that something about {@code node} changed that is not its content. */
  void restamp(MemoryInode node) {
    node.stamp = ++stamps;
    node.changed = Instant.now();
  }

  void grow(MemoryInode file, long bytes, StorePath path) throws StoreException {
    if (bytes > capacity - used) {
      throw new StoreException(Kind.NO_SPACE, path, "the store's " + capacity + " bytes are taken");
    }
    if (!file.names.isEmpty()) {
      used += bytes;
    }
  }

  void shrink(MemoryInode file, long length, StorePath path) throws StoreException {
    grow(file, length - file.content.size(), path);
    file.content.truncate(length);
    touch(file);
    report(file);
  }

  void enter(Place place, MemoryInode node) {
    if (node.names.isEmpty()) {
      used += node.content.size();
    }
    node.enter(place.directory, place.name);
    restamp(node);
    touch(place.directory);
    journal.add(pathOf(place), node.isDirectory() && !node.entries.isEmpty());
  }

  void leave(Place place) {
    journal.add(pathOf(place), place.node.isDirectory() && !place.node.entries.isEmpty());
    place.node.leave(place.directory, place.name);
    if (place.node.names.isEmpty()) {
      used -= place.node.content.size();
    }
    restamp(place.node);
    touch(place.directory);
  }

  /** Reports to the change feed a change of {@code node}, by all its names. */
  void report(MemoryInode node) {
    if (node == root) {
      journal.add(StorePath.ROOT, false);
    }
    for (MemoryInode.Name name : node.names) {
      journal.add(pathOf(name.directory()).child(name.text()), false);
    }
  }

  StorePath pathOf(MemoryInode directory) {
    Deque<String> names = new ArrayDeque<>();
    for (MemoryInode node = directory; !node.names.isEmpty(); node = node.parent()) {
      names.push(node.names.iterator().next().text());
    }
    return StorePath.of("/" + String.join("/", names));
  }

  private StorePath pathOf(Place place) {
    return pathOf(place.directory).child(place.name);
  }

  static void checkName(String name, StorePath path) throws StoreException {
    int length = StorePath.encode(name).length;
    if (length > MAX_NAME) {
      throw new StoreException(
          Kind.INVALID_NAME, path, "a name of " + length + " bytes; " + MAX_NAME + " is the most");
    }
  }

  /** What is at {@code path}; fails if nothing is. */
  MemoryInode find(StorePath path, boolean followLast, Caller access) throws StoreException {
    MemoryInode node = resolve(path, followLast, access).node;
    if (node == null) {
      throw new StoreException(Kind.NOT_FOUND, path, "no such file or directory");
    }
    return node;
  }

  /**
   * What is at {@code path}, no link below {@code top} followed.
   *
   * @param top at or above it, itself followed
   */
  MemoryInode findBelow(StorePath top, StorePath path, Caller access) throws StoreException {
    if (!path.startsWith(top)) {
      throw new StoreException(Kind.INVALID_ARGUMENT, path, "it is not below '" + top + "'");
    }
    MemoryInode node = find(top, true, access);
    for (String name : path.relativeTo(top).toString().substring(1).split("/")) {
      if (name.isEmpty()) {
        continue;
      }
      if (node.isLink()) {
        throw StoreException.exchanged(path);
      }
      if (!node.isDirectory()) {
        throw new StoreException(Kind.NOT_A_DIRECTORY, path, "a file stands on the way");
      }
      access.check(node, Caller.SEARCH, path);
      node = node == root && name.equals(SNAPSHOTS) ? snapshots : node.entries.get(name);
      if (node == null) {
        throw new StoreException(Kind.NOT_FOUND, path, "no such file or directory");
      }
    }
    return node;
  }

  Place resolve(StorePath path, boolean followLast, Caller access) throws StoreException {
    if (closed) {
      throw new StoreException(Kind.FAILED, path, "the store is closed");
    }
    return new Walk(path, access).to(followLast);
  }

  /** One look-up: where it is and which names are still to come. */
  private final class Walk {
    private final StorePath path;
    private final Caller access;
    private final Deque<String> names = new ArrayDeque<>();
    private MemoryInode here = root;
    private int links;

    Walk(StorePath path, Caller access) {
      this.path = path;
      this.access = access;
      addFirst(path.toString().substring(1));
    }

    private void addFirst(String text) {
      List<String> parts = new ArrayList<>(Arrays.asList(text.split("/", -1)));
      for (int i = parts.size() - 1; i >= 0; i--) {
        names.push(parts.get(i));
      }
    }

    Place to(boolean followLast) throws StoreException {
      while (!names.isEmpty()) {
        String name = names.pop();
        enterDirectory();
        MemoryInode child = child(name);
        boolean last = names.isEmpty();
        if (child == null && !last) {
          throw new StoreException(Kind.NOT_FOUND, path, "'" + name + "' on the way is missing");
        }
        if (child != null && child.isLink() && (followLast || !last)) {
          follow(child);
        } else if (last && !isStep(name)) {
          return new Place(here, name, child);
        } else {
          here = child;
        }
      }
      return new Place(
          here.parent(), here == root ? "" : here.names.iterator().next().text(), here);
    }

    private void enterDirectory() throws StoreException {
      if (!here.isDirectory()) {
        throw new StoreException(Kind.NOT_A_DIRECTORY, path, "a file stands on the way");
      }
      access.check(here, Caller.SEARCH, path);
    }

    private static boolean isStep(String name) {
      return name.isEmpty() || name.equals(".") || name.equals("..");
    }

    private MemoryInode child(String name) throws StoreException {
      if (name.equals("..")) {
        if (here == root) {
          throw new StoreException(Kind.OUTSIDE_ROOT, path, "a link leads above the root");
        }
        return here.parent();
      }
      if (isStep(name)) {
        return here;
      }
      return here == root && name.equals(SNAPSHOTS) ? snapshots : here.entries.get(name);
    }

    private void follow(MemoryInode link) throws StoreException {
      if (++links > MAX_LINKS) {
        throw new StoreException(Kind.LINK_LOOP, path, "more than " + MAX_LINKS + " links");
      }
      String target = link.target.orElseThrow();
      if (target.startsWith("/")) {
        target = insideRoot(target);
        here = root;
      }
      addFirst(target);
    }

    private String insideRoot(String target) throws StoreException {
      String base = rootText.equals("/") ? "" : rootText;
      if (!target.equals(base) && !target.startsWith(base + "/")) {
        throw new StoreException(Kind.OUTSIDE_ROOT, path, "a link leads to '" + target + "'");
      }
      return target.substring(base.length());
    }
  }
}
