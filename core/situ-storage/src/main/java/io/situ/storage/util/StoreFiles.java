// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.util;

import io.situ.storage.Capability;
import io.situ.storage.Listing;
import io.situ.storage.ReadHandle;
import io.situ.storage.Store;
import io.situ.storage.Store.RenameMode;
import io.situ.storage.StoreException;
import io.situ.storage.StoreException.Kind;
import io.situ.storage.StoreObject;
import io.situ.storage.StorePath;
import io.situ.storage.WriteHandle;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.function.Consumer;

/** What can be done with any store by its own members. Thread-safe. */
public final class StoreFiles {

  private static final int OWNER_PASSES = 0300;
  private static final int BUFFER = 1 << 20;

  private StoreFiles() {}

  /**
   * Describes what is at {@code path}; empty if nothing is, or a link there leads nowhere.
   *
   * @throws StoreException as {@link Store#stat}, but never {@code NOT_FOUND}, and not {@code
   *     NOT_A_DIRECTORY}: below a file there is nothing
   */
  public static Optional<StoreObject> find(Store store, StorePath path) throws StoreException {
    try {
      return Optional.of(store.stat(path, true));
    } catch (StoreException e) {
      if (e.isNotFound()) {
        return Optional.empty();
      }
      throw e;
    }
  }

  /**
   * Creates a directory and those above it that are missing. Any number of callers may do so at
   * once. After a failure some of them may have been made.
   *
   * @param mode of every directory that is made; those above also let their owner pass
   * @return whether the directory was made by this call
   * @throws StoreException {@code NOT_A_DIRECTORY} if something else is on the way or there; as
   *     {@link Store#mkdir}
   */
  public static boolean mkdirs(Store store, StorePath path, int mode) throws StoreException {
    Deque<StorePath> missing = new ArrayDeque<>();
    missing.push(path);
    boolean made = false;
    while (!missing.isEmpty()) {
      StorePath next = missing.peek();
      try {
        made = mkdir(store, next, next.equals(path) ? mode : mode | OWNER_PASSES);
        missing.pop();
      } catch (StoreException e) {
        boolean climb = e.kind() == Kind.NOT_FOUND && missing.size() <= depth(path);
        if (!climb) {
          throw e;
        }
        missing.push(next.parent().orElseThrow(() -> e));
      }
    }
    return made;
  }

  private static long depth(StorePath path) {
    return path.toString().chars().filter(c -> c == '/').count();
  }

  private static boolean mkdir(Store store, StorePath path, int mode) throws StoreException {
    try {
      store.mkdir(path, mode);
      return true;
    } catch (StoreException e) {
      if (e.kind() != Kind.ALREADY_EXISTS) {
        throw e;
      }
    }
    StoreObject there = store.stat(path, false);
    boolean directory =
        there.kind() == StoreObject.Kind.SYMLINK
            ? find(store, path).filter(StoreObject::isDirectory).isPresent()
            : there.isDirectory();
    if (!directory) {
      throw new StoreException(Kind.NOT_A_DIRECTORY, path, "something else is there");
    }
    return false;
  }

  /**
   * Renames an object where nothing is at its new path. Where the store has no such rename for this
   * kind of object ({@link io.situ.storage.Capability#ATOMIC_NO_REPLACE_DIRECTORY}), this looks
   * first, and then renames: an empty directory that a racing caller makes in between is replaced.
   *
   * @throws StoreException {@code ALREADY_EXISTS} if something is at {@code to}, a link that leads
   *     nowhere too; as {@link Store#rename}, but never {@code UNSUPPORTED} for want of it
   */
  public static void renameNoReplace(Store store, StorePath from, StorePath to)
      throws StoreException {
    try {
      store.rename(from, to, RenameMode.NO_REPLACE);
    } catch (StoreException e) {
      if (e.kind() != Kind.UNSUPPORTED) {
        throw e;
      }
      if (isThere(store, to)) {
        throw new StoreException(Kind.ALREADY_EXISTS, to, "is there already", e);
      }
      store.rename(from, to, RenameMode.REPLACE);
    }
  }

  private static boolean isThere(Store store, StorePath path) throws StoreException {
    try {
      store.stat(path, false);
      return true;
    } catch (StoreException e) {
      if (e.kind() == Kind.NOT_FOUND) {
        return false;
      }
      throw e;
    }
  }

  /**
   * Deletes an object and everything below it, from the bottom up. Links are deleted, never
   * followed, nor are those that others put in a directory's place meanwhile. What vanishes
   * meanwhile is fine. After a failure some of it may be gone.
   *
   * @return whether there was something to delete
   * @throws StoreException as {@link Store#deleteTree}, but never {@code UNSUPPORTED} for want of
   *     it
   */
  public static boolean deleteTree(Store store, StorePath path) throws StoreException {
    try {
      return store.deleteTree(path);
    } catch (StoreException e) {
      if (e.kind() != StoreException.Kind.UNSUPPORTED) {
        throw e;
      }
    }
    return new RecursiveDelete(store, path).delete();
  }

  /**
   * Lists everything below {@code directory}, going on where a part of it cannot be read. One
   * directory is held open at a time. Links are not followed, nor are those that take a listed
   * directory's place meanwhile: {@code errors} gets {@code CHANGED} for such a directory. A store
   * where no directory can be refused alone, such as a bucket, lists everything at once.
   *
   * @param placement fill in {@link StoreObject#extents}
   * @param errors takes each directory that cannot be listed, or not to its end, on the thread that
   *     calls {@link Listing#next}; those that vanished are left out. What it throws ends the walk
   * @throws StoreException as {@link Store#list}, for {@code directory} itself; {@link
   *     Listing#next} fails only with {@code INTERRUPTED}
   */
  public static Listing walk(
      Store store, StorePath directory, boolean placement, Consumer<StoreException> errors)
      throws StoreException {
    Listing.Options options =
        placement ? Listing.Options.FLAT.withPlacement() : Listing.Options.FLAT;
    return new RecursiveListing(
        store, directory, options.withRecursive(hasKeysOnly(store, directory)), errors);
  }

  /**
   * Returns whether the store is like a bucket: no host mounts it, and it keeps no permissions.
   * Each directory that is listed costs requests there.
   */
  private static boolean hasKeysOnly(Store store, StorePath directory) {
    return store.info().hostPath().isEmpty() && !store.can(Capability.PERMISSIONS, directory);
  }

  /**
   * Fills {@code buffer} from {@code position} on.
   *
   * @throws StoreException {@code INVALID_ARGUMENT} if the file ends before; as {@link
   *     ReadHandle#read}
   */
  public static void readFully(ReadHandle handle, long position, ByteBuffer buffer)
      throws StoreException {
    long at = position;
    while (buffer.hasRemaining()) {
      int count = handle.read(at, buffer);
      if (count < 0) {
        throw new StoreException(
            Kind.INVALID_ARGUMENT,
            handle.object().path(),
            "ends before byte " + (at + buffer.remaining()));
      }
      at += count;
    }
  }

  /**
   * Returns all bytes of a small file.
   *
   * @param limit the most bytes to take into memory
   * @throws StoreException {@code INVALID_ARGUMENT} if the file is longer; as {@link Store#open}
   */
  public static byte[] readAll(Store store, StorePath path, int limit) throws StoreException {
    try (ReadHandle handle = store.open(path, ReadHandle.Options.DEFAULT)) {
      long size = handle.object().size();
      if (size > limit) {
        throw new StoreException(
            Kind.INVALID_ARGUMENT, path, "its " + size + " bytes are more than " + limit);
      }
      ByteBuffer bytes = ByteBuffer.allocate((int) size);
      readFully(handle, 0, bytes);
      return bytes.array();
    }
  }

  /**
   * Creates a file that holds {@code bytes}. If that fails, the file is taken away again.
   *
   * @throws StoreException as {@link Store#create} and {@link WriteHandle#write}
   */
  public static void writeAll(
      Store store, StorePath path, ByteBuffer bytes, WriteHandle.Options options)
      throws StoreException {
    WriteHandle handle = store.create(path, options);
    try {
      handle.write(bytes);
    } catch (StoreException | RuntimeException e) {
      abort(handle, e);
      throw e;
    }
    handle.close();
  }

  private static void abort(WriteHandle handle, Exception reason) {
    try {
      handle.abort();
    } catch (StoreException e) {
      reason.addSuppressed(e);
    }
  }

  /**
   * Copies a file's bytes, within a store or between two. If that fails, the copy is taken away.
   *
   * @return the number of bytes
   * @throws StoreException as {@link Store#open}, {@link Store#create} and {@link
   *     WriteHandle#write}
   */
  public static long copy(
      Store from, StorePath source, Store to, StorePath target, WriteHandle.Options options)
      throws StoreException {
    ReadHandle.Options whole = ReadHandle.Options.DEFAULT.withPolicy(ReadHandle.Policy.WHOLE_FILE);
    try (ReadHandle in = from.open(source, whole)) {
      WriteHandle out = to.create(target, options);
      try {
        ByteBuffer buffer = ByteBuffer.allocateDirect(BUFFER);
        while (in.read(out.position(), buffer) >= 0) {
          out.write(buffer.flip());
          buffer.clear();
        }
      } catch (StoreException | RuntimeException e) {
        abort(out, e);
        throw e;
      }
      long count = out.position();
      out.close();
      return count;
    }
  }
}
