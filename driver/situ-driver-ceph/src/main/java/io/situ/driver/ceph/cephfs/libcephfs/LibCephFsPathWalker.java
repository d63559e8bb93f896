// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.ceph.cephfs.libcephfs;

import io.situ.driver.ceph.cephfs.client.CephError;
import io.situ.driver.ceph.cephfs.client.LibCephFsInode;
import io.situ.driver.ceph.cephfs.client.NativeStat;
import io.situ.storage.mounted.nativelib.Errno;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Deque;
import java.util.List;

/**
 * Leads one path from name to name. No name is looked up through a link: links are read and their
 * text is walked in turn, {@code ..} returns to the parent directory that is already held. So
 * nothing that others do to the tree meanwhile leads out of it. An absolute link means a path of
 * some host that has the file system mounted, and so leads out. Not thread-safe.
 */
final class LibCephFsPathWalker implements AutoCloseable {

  /** A path that leads out of the root fails with this number. */
  static final int OUT = Errno.EXDEV;

  /** A path that meets a link where none may be fails with this number, which no call gives. */
  static final int EXCHANGED = 4096;

  private static final byte[] DOT = {'.'};
  private static final byte[] DOT_DOT = {'.', '.'};

  /** As many links as the kernel follows. */
  private static final int MAX_LINKS = 40;

  private final Deque<byte[]> todo = new ArrayDeque<>();

  /** The directories on the way, the root first, the present one last; all held. */
  private final List<LibCephFsInode> way = new ArrayList<>();

  private int links;
  private boolean linkFree;
  private byte[] name = DOT;

  /**
   * @param root closed with this
   */
  LibCephFsPathWalker(LibCephFsInode root) {
    way.add(root);
  }

  private LibCephFsInode here() {
    return way.get(way.size() - 1);
  }

  /** What {@code path} leads to, to be closed by the caller. */
  LibCephFsInode object(byte[] path, boolean followLast) throws CephError {
    push(path);
    LibCephFsInode found = run(followLast, false);
    return found == null ? way.remove(way.size() - 1) : found;
  }

  /**
   * As {@link #object}, no link below {@code top} followed: one on the way fails with {@link
   * #EXCHANGED}, one at the end is what is found.
   */
  LibCephFsInode objectBelow(byte[] top, byte[] path) throws CephError {
    push(top);
    LibCephFsInode found = run(true, false);
    if (found != null) {
      enter(found);
    }
    linkFree = true;
    return object(path, false);
  }

  /** The directory that {@code path} leads to, to be closed by the caller. */
  LibCephFsInode directory(byte[] path) throws CephError {
    LibCephFsInode found = object(path, true);
    if (!found.isDirectory()) {
      found.close();
      throw new CephError(Errno.ENOTDIR);
    }
    return found;
  }

  /** Where {@code path} ends, which need not exist; its last name is no link then. */
  LibCephFsEntryRef target(byte[] path) throws CephError {
    push(path);
    LibCephFsInode found = run(true, true);
    if (found != null) {
      found.close();
    }
    return new LibCephFsEntryRef(way.remove(way.size() - 1), name);
  }

  /** The directories that {@link #object} or {@link #target} went through, the nearest first. */
  List<LibCephFsInode> way() {
    List<LibCephFsInode> nearest = new ArrayList<>(way);
    Collections.reverse(nearest);
    return nearest;
  }

  /**
   * @param maybeMissing whether the last name may be one that is not there
   * @return what the last name is, or null where the walk ended in {@link #here} itself, or before
   *     a name that is not there
   */
  private LibCephFsInode run(boolean followLast, boolean maybeMissing) throws CephError {
    while (!todo.isEmpty()) {
      name = todo.pop();
      if (Arrays.equals(name, DOT_DOT)) {
        up();
        name = DOT;
        continue;
      }
      boolean last = todo.isEmpty();
      LibCephFsInode next = next(last, maybeMissing);
      if (next == null) {
        return null;
      }
      if (next.isLink() && (!last || followLast)) {
        follow(next);
      } else if (last) {
        return next;
      } else {
        enter(next);
      }
    }
    return null;
  }

  private LibCephFsInode next(boolean last, boolean maybeMissing) throws CephError {
    try {
      return here().child(name, last ? NativeStat.WANT : LibCephFsInode.MODE_ONLY);
    } catch (CephError e) {
      if (e.is(Errno.ENOENT) && last && maybeMissing) {
        return null;
      }
      throw e;
    }
  }

  private void up() throws CephError {
    if (way.size() == 1) {
      throw new CephError(OUT);
    }
    way.remove(way.size() - 1).close();
  }

  private void enter(LibCephFsInode next) throws CephError {
    if (!next.isDirectory()) {
      next.close();
      throw new CephError(Errno.ENOTDIR);
    }
    way.add(next);
    name = DOT;
  }

  private void follow(LibCephFsInode link) throws CephError {
    byte[] text;
    try (link) {
      if (linkFree) {
        throw new CephError(EXCHANGED);
      }
      if (++links > MAX_LINKS) {
        throw new CephError(Errno.ELOOP);
      }
      text = link.link();
    }
    if (text.length == 0) {
      throw new CephError(Errno.ENOENT);
    }
    if (text[0] == '/') {
      throw new CephError(OUT);
    }
    name = DOT;
    push(text);
  }

  /** Puts the names of {@code path} before what is still to be walked. */
  private void push(byte[] path) {
    List<byte[]> names = new ArrayList<>();
    int from = 0;
    for (int i = 0; i <= path.length; i++) {
      if (i == path.length || path[i] == '/') {
        byte[] each = Arrays.copyOfRange(path, from, i);
        if (each.length > 0 && !Arrays.equals(each, DOT)) {
          names.add(each);
        }
        from = i + 1;
      }
    }
    for (int i = names.size() - 1; i >= 0; i--) {
      todo.push(names.get(i));
    }
  }

  @Override
  public void close() {
    way.forEach(LibCephFsInode::close);
    way.clear();
  }
}
