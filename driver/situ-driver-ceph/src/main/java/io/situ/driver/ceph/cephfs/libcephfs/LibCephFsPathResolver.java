// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.ceph.cephfs.libcephfs;

import io.situ.driver.ceph.cephfs.client.CephErrors;
import io.situ.driver.ceph.cephfs.client.LibCephFsInode;
import io.situ.storage.StoreException;
import io.situ.storage.StoreException.Kind;
import io.situ.storage.StoreObject;
import io.situ.storage.StorePath;
import io.situ.storage.mounted.nativelib.Errno;
import io.situ.storage.mounted.nativelib.ErrnoException;
import io.situ.storage.mounted.path.EntryRef;
import io.situ.storage.mounted.path.PathWalker;
import io.situ.storage.util.SymlinkLoops;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/** Leads from a store path to what is there, from the root of the store. Thread-safe. */
final class LibCephFsPathResolver implements AutoCloseable {

  private static final int MAX_SWAPS = 40;

  private final RootOpener root;

  /**
   * @param root closed with this
   */
  LibCephFsPathResolver(RootOpener root) {
    this.root = root;
  }

  /** The same for the same user, in a session whose library reads nothing ahead. */
  LibCephFsPathResolver ofTasks() throws StoreException {
    return new LibCephFsPathResolver(root.ofTasks());
  }

  /** Something that may be begun again. */
  interface Attempt<T> {
    T make() throws StoreException, ErrnoException;
  }

  /** Does something, and once more after some failures, which a session that has ended causes. */
  static <T> T retry(Attempt<T> attempt, Predicate<ErrnoException> again)
      throws StoreException, ErrnoException {
    try {
      return attempt.make();
    } catch (ErrnoException e) {
      if (!again.test(e)) {
        throw e;
      }
      return attempt.make();
    }
  }

  /** Does something with an object. */
  interface Act<T> {
    T on(LibCephFsInode node) throws StoreException, ErrnoException;
  }

  /**
   * Does something with what {@code path} leads to. If that turns out to be gone once it was found,
   * as when another process replaces a file in this moment, what is there now is taken. If another
   * thread gives the session up meanwhile, it is done in another one: doing it twice has to come to
   * the same.
   */
  <T> T on(StorePath path, boolean followLink, Act<T> act) throws StoreException {
    return on(path, () -> node(path, followLink), act);
  }

  /**
   * As {@link #on(StorePath, boolean, Act)}. Where {@code linkFreeBelow} is given, no link below it
   * is followed, and the object may be a link; else all are.
   */
  <T> T on(StorePath path, Optional<StorePath> linkFreeBelow, Act<T> act) throws StoreException {
    return linkFreeBelow.isEmpty() || path.equals(linkFreeBelow.get())
        ? on(path, true, act)
        : on(path, () -> nodeBelow(linkFreeBelow.get(), path), act);
  }

  /**
   * Does something with a directory that is to be listed, links followed.
   *
   * @throws StoreException also {@code LINK_LOOP} where links lead to it in a circle
   */
  <T> T onDirectory(StorePath path, Act<T> act) throws StoreException {
    if (!path.isRoot()) {
      try {
        return on(path, Optional.of(StorePath.ROOT), act);
      } catch (StoreException e) {
        if (e.kind() != Kind.CHANGED) {
          throw e;
        }
      }
      SymlinkLoops.check(path, above -> on(above, true, LibCephFsInode::identity));
    }
    return on(path, true, act);
  }

  /**
   * Returns what {@code path} leads to, to be closed by the caller. Where {@code linkFreeBelow} is
   * given, no link below it is followed, and the object may be a link; else all are.
   */
  LibCephFsInode hold(StorePath path, Optional<StorePath> linkFreeBelow) throws StoreException {
    return linkFreeBelow.isEmpty() || path.equals(linkFreeBelow.get())
        ? node(path, true)
        : nodeBelow(linkFreeBelow.get(), path);
  }

  private interface Opening {
    LibCephFsInode open() throws StoreException;
  }

  private static <T> T on(StorePath path, Opening opening, Act<T> act) throws StoreException {
    for (int swaps = 0; ; swaps++) {
      try {
        return retry(() -> onOnce(opening, act), CephErrors::isNotMade);
      } catch (ErrnoException e) {
        if (!CephErrors.isAbsence(e) || swaps == MAX_SWAPS) {
          throw CephErrors.withPath(e, path);
        }
      }
    }
  }

  private static <T> T onOnce(Opening opening, Act<T> act) throws StoreException, ErrnoException {
    try (LibCephFsInode node = opening.open()) {
      return act.on(node);
    }
  }

  private LibCephFsInode node(StorePath path, boolean followLink) throws StoreException {
    return walk(path, walk -> walk.object(path.toBytes(), followLink));
  }

  private LibCephFsInode nodeBelow(StorePath top, StorePath path) throws StoreException {
    if (!path.startsWith(top)) {
      throw new StoreException(
          Kind.INVALID_ARGUMENT, path, "it is not below '" + top + "', where it was to be found");
    }
    byte[] rest = path.relativeTo(top).toBytes();
    return walk(path, walk -> walk.objectBelow(top.toBytes(), rest));
  }

  /** Describes what is held. */
  interface Describer {
    StoreObject describe(StorePath path, LibCephFsInode node) throws StoreException, ErrnoException;
  }

  /** Describes all that is on the way from {@code top}, each found in the one before it. */
  List<StoreObject> way(StorePath top, StorePath path, Describer describer) throws StoreException {
    if (path.equals(top)) {
      return List.of();
    }
    try {
      return retry(() -> wayOnce(top, path, describer), CephErrors::endsSession);
    } catch (ErrnoException e) {
      throw CephErrors.withPath(e, path);
    }
  }

  /**
   * @throws ErrnoException only if the session has ended
   */
  private List<StoreObject> wayOnce(StorePath top, StorePath path, Describer describer)
      throws StoreException, ErrnoException {
    List<StoreObject> way = new ArrayList<>();
    StorePath at = top;
    LibCephFsInode here = node(top, true);
    try {
      for (String name : path.relativeTo(top).toString().substring(1).split("/")) {
        at = at.child(name);
        if (!here.isDirectory()) {
          throw new ErrnoException(Errno.ENOTDIR);
        }
        LibCephFsInode next = here.child(StorePath.encode(name));
        here.close();
        here = next;
        way.add(describer.describe(at, here));
        if (here.isLink() && !at.equals(path)) {
          throw StoreException.exchanged(path);
        }
      }
      return way;
    } catch (ErrnoException e) {
      if (CephErrors.endsSession(e)) {
        throw e;
      }
      throw CephErrors.withPath(e, at);
    } finally {
      here.close();
    }
  }

  /**
   * The place a path names, its last component not followed.
   *
   * @param path not the root
   */
  EntryRef<LibCephFsInode> place(StorePath path) throws StoreException {
    byte[] bytes = path.toBytes();
    int slash = bytes.length - 1;
    while (bytes[slash] != '/') {
      slash--;
    }
    byte[] parent = Arrays.copyOf(bytes, slash);
    byte[] name = Arrays.copyOfRange(bytes, slash + 1, bytes.length);
    return walk(path, walk -> new EntryRef<>(walk.directory(parent), name));
  }

  /** The place where {@code path} ends once its last component is followed, which may be empty. */
  EntryRef<LibCephFsInode> target(StorePath path) throws StoreException {
    return walk(path, walk -> walk.target(path.toBytes()));
  }

  /** Goes a way. */
  interface Walker<T> {
    T go(PathWalker<LibCephFsInode> walk) throws StoreException, ErrnoException;
  }

  /** Goes a way from the root; once more, where the session has ended meanwhile. */
  <T> T walk(StorePath path, Walker<T> walker) throws StoreException {
    try {
      return retry(() -> walkOnce(path, walker), CephErrors::endsSession);
    } catch (ErrnoException e) {
      if (e.is(PathWalker.EXCHANGED)) {
        throw StoreException.exchanged(path);
      }
      throw e.is(PathWalker.OUT)
          ? new StoreException(Kind.OUTSIDE_ROOT, path, "it leads out of the store's root")
          : CephErrors.withPath(e, path);
    }
  }

  private <T> T walkOnce(StorePath path, Walker<T> walker) throws StoreException, ErrnoException {
    try (PathWalker<LibCephFsInode> walk =
        new PathWalker<>(root.open(path), Optional.empty(), Integer.MAX_VALUE, true)) {
      return walker.go(walk);
    }
  }

  @Override
  public void close() {
    root.close();
  }
}
