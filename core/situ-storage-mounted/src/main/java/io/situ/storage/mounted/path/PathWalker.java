// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.mounted.path;

import io.situ.storage.StoreException;
import io.situ.storage.StoreException.Kind;
import io.situ.storage.StorePath;
import io.situ.storage.mounted.nativelib.Errno;
import io.situ.storage.mounted.nativelib.ErrnoException;
import io.situ.storage.mounted.nativelib.UserLookup;
import java.io.ByteArrayOutputStream;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/**
 * Resolves one path name by name. No name is looked up through a link: links are read and their
 * text is walked in turn, {@code ..} goes back to the directory before, which is held, or is found
 * again from the root over the names already walked. So no call takes more than one plain name, and
 * nothing that others do to the tree meanwhile leads out of it.
 *
 * <p>In a directory such as {@code /tmp}, that all users may write to and that has the sticky bit,
 * a link is followed for its own user and where it is the directory's owner's: any other user could
 * have put it there to have files changed that only this user may change. That is the kernel's rule
 * ({@code fs.protected_symlinks} in proc_sys_fs(5)), whatever the kernel is set to. Not
 * thread-safe.
 *
 * @param <O> how objects are held
 */
public final class PathWalker<O extends ObjectHandle<O>> implements AutoCloseable {

  /** A path that leads out of the root fails with this number. */
  public static final int OUT = Errno.EXDEV;

  /** A path that meets a link where none may be fails with this number, which no call gives. */
  public static final int EXCHANGED = 4096;

  public static final byte[] DOT = {'.'};

  private static final byte[] DOT_DOT = {'.', '.'};

  /** As many links as the kernel follows. */
  private static final int MAX_LINKS = 40;

  /** The sticky bit, and the permission of all users to write. */
  private static final int SHARED = 01002;

  private final Optional<byte[]> rootPath;
  private final int maxHeld;
  private final boolean guardsWay;
  private final Deque<byte[]> todo = new ArrayDeque<>();

  /** The names of the directories on the way, without the root. */
  private final List<byte[]> names = new ArrayList<>();

  /** The last of the directories on the way; empty only in the root. */
  private final Deque<O> held = new ArrayDeque<>();

  /** Null once it was given away, which ends the walk. */
  private O root;

  private int links;
  private boolean linkFree;
  private byte[] name = DOT;

  /**
   * @param root closed with this
   * @param rootPath where the root is, links resolved: an absolute link that leads there is
   *     followed; empty if absolute links lead out
   * @param maxHeld how many directories may be held beside the root, at least 1
   * @param guardsWay whether other users' links on the way are refused like one at the end, which
   *     alone the kernel refuses
   */
  public PathWalker(O root, Optional<byte[]> rootPath, int maxHeld, boolean guardsWay) {
    this.root = root;
    this.rootPath = rootPath;
    this.maxHeld = maxHeld;
    this.guardsWay = guardsWay;
  }

  private O here() {
    return held.isEmpty() ? root : held.getLast();
  }

  /**
   * Returns what {@code path} leads to, to be closed by the caller.
   *
   * @throws ErrnoException {@link #OUT}, or the number that a call gave
   * @throws StoreException {@code PERMISSION_DENIED}, naming a link that is not followed for this
   *     user
   */
  public O object(byte[] path, boolean followLast) throws StoreException, ErrnoException {
    push(path, 0);
    O found = run(followLast, false);
    return found == null ? take() : found;
  }

  /**
   * As {@link #object}, no link below {@code top} followed: one on the way fails with {@link
   * #EXCHANGED}, one at the end is what is found.
   */
  public O objectBelow(byte[] top, byte[] path) throws StoreException, ErrnoException {
    push(top, 0);
    O found = run(true, false);
    if (found != null) {
      enter(name, found);
    }
    linkFree = true;
    return object(path, false);
  }

  /** As {@link #object}, of a directory, links followed. */
  public O directory(byte[] path) throws StoreException, ErrnoException {
    return requireDirectory(object(path, true));
  }

  /**
   * Returns where {@code path} ends, which need not exist; its last name is no link then.
   *
   * @throws ErrnoException as {@link #object}
   * @throws StoreException as {@link #object}
   */
  public EntryRef<O> target(byte[] path) throws StoreException, ErrnoException {
    push(path, 0);
    O found = run(true, true);
    if (found != null) {
      found.close();
    }
    return new EntryRef<>(take(), name);
  }

  /** Returns the directories of the way that are still held, the nearest first. */
  public List<O> held() {
    List<O> nearest = new ArrayList<>();
    held.descendingIterator().forEachRemaining(nearest::add);
    if (root != null) {
      nearest.add(root);
    }
    return nearest;
  }

  private O take() {
    O here = here();
    if (held.isEmpty()) {
      root = null;
    } else {
      held.removeLast();
      names.remove(names.size() - 1);
    }
    return here;
  }

  /**
   * @param maybeMissing whether the last name may be one that is not there
   * @return what the last name is, or null where the walk ended in {@link #here} itself, or before
   *     a name that is not there
   */
  private O run(boolean followLast, boolean maybeMissing) throws StoreException, ErrnoException {
    while (!todo.isEmpty()) {
      name = todo.pop();
      if (Arrays.equals(name, DOT_DOT)) {
        up();
        name = DOT;
        continue;
      }
      boolean last = todo.isEmpty();
      O next = next(last, maybeMissing);
      if (next == null) {
        return null;
      }
      if (next.isLink() && (!last || followLast)) {
        follow(next, last || guardsWay);
      } else if (last) {
        return next;
      } else {
        enter(name, next);
        name = DOT;
      }
    }
    return null;
  }

  private O next(boolean last, boolean maybeMissing) throws ErrnoException {
    try {
      return last ? here().child(name) : here().childTypeOnly(name);
    } catch (ErrnoException e) {
      if (e.is(Errno.ENOENT) && last && maybeMissing) {
        return null;
      }
      throw e;
    }
  }

  private void enter(byte[] entered, O next) throws ErrnoException {
    held.addLast(requireDirectory(next));
    names.add(entered);
    if (held.size() > maxHeld) {
      held.removeFirst().close();
    }
  }

  private O requireDirectory(O found) throws ErrnoException {
    if (!found.isDirectory()) {
      found.close();
      throw new ErrnoException(Errno.ENOTDIR);
    }
    return found;
  }

  /** Back to the directory that the last name was in. */
  private void up() throws ErrnoException {
    if (names.isEmpty()) {
      if (rootPath.isEmpty() || rootPath.get().length > 1) {
        throw new ErrnoException(OUT);
      }
      return;
    }
    names.remove(names.size() - 1);
    held.removeLast().close();
    if (held.isEmpty()) {
      List<byte[]> again = List.copyOf(names);
      names.clear();
      for (byte[] each : again) {
        enter(each, here().childTypeOnly(each));
      }
    }
  }

  private void follow(O link, boolean guarded) throws StoreException, ErrnoException {
    byte[] text;
    try (link) {
      if (linkFree) {
        throw new ErrnoException(EXCHANGED);
      }
      if (++links > MAX_LINKS) {
        throw new ErrnoException(Errno.ELOOP);
      }
      if (guarded) {
        refuseForeign(link);
      }
      text = link.readLink();
    }
    name = DOT;
    if (text.length == 0) {
      throw new ErrnoException(Errno.ENOENT);
    }
    if (text[0] == '/') {
      push(text, inside(text));
      closeHeld();
      names.clear();
    } else {
      push(text, 0);
    }
  }

  /** Refuses a link here that another user may have put in this user's way. */
  private void refuseForeign(O link) throws StoreException, ErrnoException {
    if ((here().mode() & SHARED) != SHARED) {
      return;
    }
    int owner = link.owner();
    if (owner != link.user() && owner != here().owner()) {
      throw new StoreException(
          Kind.PERMISSION_DENIED,
          pathOf(name),
          "it is a symbolic link of the user '"
              + UserLookup.SYSTEM.memo().user(owner)
              + "' in a directory with the sticky bit that all users may write to, and is followed"
              + " for that user only: use the path that it leads to");
    }
  }

  /** Returns the path of a name in {@link #here}. */
  private StorePath pathOf(byte[] child) {
    ByteArrayOutputStream path = new ByteArrayOutputStream();
    for (byte[] each : names) {
      path.write('/');
      path.writeBytes(each);
    }
    path.write('/');
    path.writeBytes(child);
    return StorePath.ofBytes(path.toByteArray());
  }

  /** Where in an absolute path the part below the root starts. */
  private int inside(byte[] text) throws ErrnoException {
    byte[] top = rootPath.orElseThrow(() -> new ErrnoException(OUT));
    int length = top.length == 1 ? 0 : top.length;
    boolean below =
        text.length >= length
            && Arrays.equals(text, 0, length, top, 0, length)
            && (text.length == length || text[length] == '/');
    if (!below) {
      throw new ErrnoException(OUT);
    }
    return length;
  }

  /** Puts the names of {@code path} from {@code start} before what is still to be walked. */
  private void push(byte[] path, int start) {
    List<byte[]> pushed = new ArrayList<>();
    int from = start;
    for (int i = start; i <= path.length; i++) {
      if (i == path.length || path[i] == '/') {
        byte[] each = Arrays.copyOfRange(path, from, i);
        if (each.length > 0 && !Arrays.equals(each, DOT)) {
          pushed.add(each);
        }
        from = i + 1;
      }
    }
    for (int i = pushed.size() - 1; i >= 0; i--) {
      todo.push(pushed.get(i));
    }
  }

  private void closeHeld() {
    held.forEach(ObjectHandle::close);
    held.clear();
  }

  @Override
  public void close() {
    closeHeld();
    if (root != null) {
      root.close();
      root = null;
    }
  }
}
