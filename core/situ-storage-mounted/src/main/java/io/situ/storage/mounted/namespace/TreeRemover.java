// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.mounted.namespace;

import io.situ.storage.StoreException;
import io.situ.storage.StoreException.Kind;
import io.situ.storage.StorePath;
import io.situ.storage.mounted.nativelib.Errno;
import io.situ.storage.mounted.nativelib.ErrnoException;
import io.situ.storage.mounted.path.DirectoryHandle;
import io.situ.storage.mounted.path.DirectoryHandle.Entry;
import io.situ.storage.mounted.path.DirectoryHandle.Identity;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * Deletes a tree from the bottom up. It descends from a directory that is held into one that it
 * holds before it looks into it, and deletes names in held directories only: what others put in a
 * directory's place meanwhile is deleted itself, a link for instance, and never entered.
 *
 * <p>Few directories are held at a time, at any depth: one further up is let go and found again
 * through {@code ..}, and must be the same then. Not thread-safe.
 */
public final class TreeRemover {

  /** How many directories of a way down are held, where each costs a descriptor. */
  static final int MAX_HELD = 32;

  private static final int MAX_ROUNDS = 10;

  private final DirectoryHandle base;
  private final StorePath path;
  private final int maxHeld;
  private final Predicate<StorePath> gone;
  private final Failures failures;
  private final List<Level> levels = new ArrayList<>();

  /** The first of the levels that are held; those before are not. */
  private int held;

  /** Says what it means for a caller that a call failed. */
  public interface Failures {
    StoreException of(ErrnoException failure, StorePath path);
  }

  /** A directory that is being emptied. */
  private static final class Level {
    private final byte[] name;
    private final Identity identity;
    private final int rounds;
    private final Deque<Entry> entries = new ArrayDeque<>();
    private DirectoryHandle handle;

    Level(byte[] name, DirectoryHandle handle, int rounds) {
      this.name = name;
      this.handle = handle;
      this.identity = handle.identity();
      this.rounds = rounds;
    }

    /** Lets the directory go; its entries are listed again when it is back. */
    void park() {
      handle.close();
      handle = null;
      entries.clear();
    }
  }

  private TreeRemover(
      DirectoryHandle base,
      StorePath path,
      int maxHeld,
      Predicate<StorePath> gone,
      Failures failures) {
    this.gone = gone;
    this.failures = failures;
    this.base = base;
    this.path = path;
    this.maxHeld = maxHeld;
  }

  /**
   * Deletes an object and everything below it. An interrupt ends it; then, and after a failure,
   * some of it may be gone. {@code ESTALE} is taken to say that nothing is there any more.
   *
   * @param base the directory that it is in; not closed
   * @param path the object, with its name in {@code base} as the last one
   * @param maxHeld how many directories may be held at a time, at least 2
   * @param failures says what other errors mean
   * @return whether there was something to delete
   * @throws StoreException {@code NOT_EMPTY} if others keep adding; {@code CROSS_STORE} where
   *     another file system is mounted; {@code CHANGED} if a directory was moved away while what is
   *     in it was deleted; {@code PERMISSION_DENIED}; {@code INTERRUPTED}; {@code UNAVAILABLE};
   *     never {@code UNSUPPORTED}
   */
  public static boolean remove(DirectoryHandle base, StorePath path, int maxHeld, Failures failures)
      throws StoreException {
    return new TreeRemover(base, path, maxHeld, any -> true, failures).run();
  }

  /**
   * As {@link #remove(DirectoryHandle, StorePath, int, Failures)}, of a mounted tree that other
   * hosts may remove too: then a server does not know what is held any more.
   *
   * @param gone whether it is certain that nothing has a path any more
   */
  static boolean remove(
      DirectoryHandle base, StorePath path, int maxHeld, Predicate<StorePath> gone)
      throws StoreException {
    Failures failures = (failure, at) -> Errno.failure(-failure.number(), at);
    return new TreeRemover(base, path, maxHeld, gone, failures).run();
  }

  private boolean run() throws StoreException {
    byte[] name = StorePath.encode(path.name());
    try {
      boolean there = removeOrEnter(base, new Entry(name, false), 0);
      while (!levels.isEmpty()) {
        checkInterrupt();
        Level level = levels.get(levels.size() - 1);
        if (level.entries.isEmpty()) {
          level.entries.addAll(next(level));
        }
        if (level.entries.isEmpty()) {
          leave(level);
        } else {
          removeOrEnter(level.handle, level.entries.poll(), 0);
        }
      }
      return there;
    } catch (ErrnoException e) {
      throw failure(e, StorePath.ROOT);
    } finally {
      levels.forEach(level -> close(level.handle));
    }
  }

  private List<Entry> next(Level level) throws ErrnoException {
    try {
      return level.handle.next();
    } catch (ErrnoException e) {
      if (isGone(e, () -> place(StorePath.ROOT))) {
        return List.of();
      }
      throw e;
    }
  }

  /** Whether what a call was made on is not there any more. */
  private boolean isGone(ErrnoException e, Supplier<StorePath> place) {
    return e.is(Errno.ENOENT) || e.is(Errno.ESTALE) && gone.test(place.get());
  }

  private void checkInterrupt() throws StoreException {
    if (Thread.currentThread().isInterrupted()) {
      throw new StoreException(
          Kind.INTERRUPTED, path, "interrupted while it was deleted: a part of it is gone");
    }
  }

  /**
   * Deletes an entry, or begins to empty it.
   *
   * @param rounds how often it was emptied before
   * @return whether there was something
   */
  private boolean removeOrEnter(DirectoryHandle in, Entry entry, int rounds) throws StoreException {
    for (int tries = rounds; ; tries++) {
      boolean busy;
      try {
        if (entry.isDirectory()) {
          removeDirectory(in, entry.name());
        } else {
          removeAny(in, entry.name());
        }
        return true;
      } catch (ErrnoException e) {
        if (isGone(e, () -> place(StorePath.ROOT.child(text(entry.name()))))) {
          return false;
        }
        boolean filled = e.is(Errno.ENOTEMPTY) || e.is(Errno.EEXIST);
        busy = e.is(Errno.EBUSY);
        if (!filled && !(busy && tries == 0) || tries > MAX_ROUNDS) {
          throw failure(e, StorePath.ROOT.child(text(entry.name())));
        }
      }
      if (enter(in, new Found(entry.name(), busy), tries + 1)) {
        return true;
      }
    }
  }

  /** What is at a directory's name may be something else by now. */
  private static void removeDirectory(DirectoryHandle in, byte[] name) throws ErrnoException {
    try {
      in.rmdir(name);
    } catch (ErrnoException e) {
      if (!e.is(Errno.ENOTDIR)) {
        throw e;
      }
      in.unlink(name);
    }
  }

  private static void removeAny(DirectoryHandle in, byte[] name) throws ErrnoException {
    try {
      in.unlink(name);
    } catch (ErrnoException e) {
      if (!e.is(Errno.EISDIR) && !e.is(Errno.EPERM)) {
        throw e;
      }
      try {
        in.rmdir(name);
      } catch (ErrnoException asDirectory) {
        throw asDirectory.is(Errno.ENOTDIR) ? e : asDirectory;
      }
    }
  }

  /**
   * A directory that could not be removed.
   *
   * @param busy whether it is in use, as the place of a mount is
   */
  private record Found(byte[] name, boolean busy) {

    /** Without numbers of mounts one of the same device looks like any directory. */
    boolean isMount(DirectoryHandle.Identity own, DirectoryHandle.Identity above) {
      boolean known = own.mount() != 0 && above.mount() != 0;
      return own.isMountedApart(above) || busy && !known;
    }
  }

  /** Holds a directory and goes into it; false if it is none any more. */
  private boolean enter(DirectoryHandle in, Found found, int rounds) throws StoreException {
    byte[] name = found.name();
    DirectoryHandle child;
    try {
      child = childOrNull(in, name, () -> place(StorePath.ROOT.child(text(name))));
    } catch (ErrnoException e) {
      throw failure(e, StorePath.ROOT.child(text(name)));
    }
    if (child == null) {
      return false;
    }
    if (found.isMount(child.identity(), in.identity())) {
      child.close();
      throw new StoreException(
          Kind.CROSS_STORE,
          place(StorePath.ROOT.child(text(name))),
          "another file system is mounted there and is not deleted: unmount it first");
    }
    levels.add(new Level(name, child, rounds));
    if (levels.size() - held > maxHeld) {
      levels.get(held++).park();
    }
    return true;
  }

  /** Deletes an emptied directory in the one above. */
  private void leave(Level level) throws StoreException, ErrnoException {
    int last = levels.size() - 1;
    if (last > 0 && held == last && !hold(levels.get(last - 1), level.handle)) {
      holdFromBase();
      return;
    }
    level.handle.close();
    levels.remove(last);
    DirectoryHandle above = last == 0 ? base : levels.get(last - 1).handle;
    removeOrEnter(above, new Entry(level.name, true), level.rounds);
  }

  /** Finds the directory above again; false if the one below was deleted by others. */
  private boolean hold(Level above, DirectoryHandle below) throws StoreException, ErrnoException {
    DirectoryHandle parent;
    try {
      parent = below.parent();
    } catch (ErrnoException e) {
      if (e.is(Errno.ENOENT) || e.is(Errno.ESTALE)) {
        return false;
      }
      throw e;
    }
    if (!parent.identity().equals(above.identity)) {
      parent.close();
      throw new StoreException(
          Kind.CHANGED,
          place(StorePath.ROOT),
          "it was moved to another directory while what is in it was deleted: look there");
    }
    above.handle = parent;
    held--;
    return true;
  }

  /** Goes down again as far as the directories are still those that were gone through. */
  private void holdFromBase() throws ErrnoException {
    levels.stream().filter(level -> level.handle != null).forEach(Level::park);
    int found = 0;
    DirectoryHandle here = base;
    while (found < levels.size() - 1) {
      Level level = levels.get(found);
      int depth = found + 1;
      DirectoryHandle child = childOrNull(here, level.name, () -> place(depth, StorePath.ROOT));
      if (child == null || !child.identity().equals(level.identity)) {
        close(child);
        break;
      }
      close(here == base ? null : here);
      here = child;
      found++;
    }
    levels.subList(found, levels.size()).clear();
    held = Math.max(0, found - 1);
    if (found > 0) {
      levels.get(found - 1).handle = here;
    }
  }

  private DirectoryHandle childOrNull(DirectoryHandle in, byte[] name, Supplier<StorePath> place)
      throws ErrnoException {
    try {
      return in.child(name);
    } catch (ErrnoException e) {
      if (isGone(e, place) || e.is(Errno.ENOTDIR) || e.is(Errno.ELOOP)) {
        return null;
      }
      throw e;
    }
  }

  private static void close(DirectoryHandle handle) {
    if (handle != null) {
      handle.close();
    }
  }

  /** Where the deletion is, and {@code below} that. */
  private StorePath place(StorePath below) {
    return place(levels.size(), below);
  }

  /** As {@link #place(StorePath)}, where it was so many levels down. */
  private StorePath place(int depth, StorePath below) {
    StringBuilder names = new StringBuilder(path.parent().orElse(StorePath.ROOT).toString());
    levels.subList(0, depth).forEach(level -> names.append('/').append(text(level.name)));
    return below.prefixedBy(StorePath.of(names.toString()));
  }

  private static String text(byte[] name) {
    return StorePath.decode(name);
  }

  private StoreException failure(ErrnoException e, StorePath below) {
    ErrnoException known = e.is(Errno.EEXIST) ? new ErrnoException(Errno.ENOTEMPTY) : e;
    StoreException failure = failures.of(known, place(below));
    return failure.kind() == Kind.UNSUPPORTED
        ? new StoreException(Kind.FAILED, place(below), failure.reason(), failure)
        : failure;
  }
}
