// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.registry;

import io.situ.storage.Store;
import io.situ.storage.StoreException;
import io.situ.storage.StoreObject;
import io.situ.storage.StorePath;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/**
 * Where paths lead if all symbolic links on them are followed, so that files reached through a link
 * keep the placement of the mount they lie on. Directories are remembered for some seconds; who
 * cannot do with an answer that was true then asks a new one. A directory costs one look where no
 * link is on its path, and else one for each directory on it that is not remembered. Thread-safe.
 */
public final class SymlinkResolver {

  private static final int MAX_LINKS = 40;
  private static final int MAX_REMEMBERED = 10_000;
  private static final long REMEMBER_NANOS = 5_000_000_000L;

  private record Known(StorePath real, long at) {}

  private final Store store;
  private final StorePath root;
  private final ConcurrentMap<StorePath, Known> directories = new ConcurrentHashMap<>();

  /**
   * @param store rooted where absolute links begin
   */
  public SymlinkResolver(Store store) {
    this(store, StorePath.ROOT);
  }

  /**
   * @param root the host's directory that is the store's root; absolute links that do not lead
   *     below it lead out of the store
   */
  public SymlinkResolver(Store store, StorePath root) {
    this.store = store;
    this.root = root;
  }

  /** Returns where {@code path} leads; {@code path} itself if that cannot be determined. */
  public StorePath of(StorePath path) {
    try {
      return path.isRoot() ? path : resolve(directory(path.parent().orElseThrow()), path.name());
    } catch (StoreException | IllegalArgumentException e) {
      return path;
    }
  }

  private StorePath directory(StorePath path) throws StoreException {
    Optional<StorePath> known = known(path);
    if (known.isPresent()) {
      return known.get();
    }
    if (isLinkFree(path)) {
      return remember(path, path);
    }
    Deque<StorePath> unknown = new ArrayDeque<>();
    StorePath above = path;
    while (known.isEmpty() && !above.isRoot()) {
      unknown.push(above);
      above = above.parent().orElseThrow();
      known = known(above);
    }
    StorePath real = known.orElse(StorePath.ROOT);
    for (StorePath each : unknown) {
      real = remember(each, resolve(real, each.name()));
    }
    return real;
  }

  private boolean isLinkFree(StorePath path) {
    try {
      return store.statBelow(StorePath.ROOT, path).kind() != StoreObject.Kind.SYMLINK;
    } catch (StoreException e) {
      return false;
    }
  }

  private Optional<StorePath> known(StorePath path) {
    Known known = directories.get(path);
    return known != null && System.nanoTime() - known.at < REMEMBER_NANOS
        ? Optional.of(known.real)
        : Optional.empty();
  }

  private StorePath remember(StorePath path, StorePath real) {
    if (directories.size() >= MAX_REMEMBERED) {
      directories.clear();
    }
    directories.put(path, new Known(real, System.nanoTime()));
    return real;
  }

  private StorePath resolve(StorePath start, String text) throws StoreException {
    Deque<String> names = new ArrayDeque<>();
    push(names, text);
    StorePath here = start;
    int links = 0;
    while (!names.isEmpty()) {
      String name = names.pop();
      if (name.equals("..")) {
        here = here.parent().orElse(StorePath.ROOT);
        continue;
      }
      if (name.isEmpty() || name.equals(".")) {
        continue;
      }
      StoreObject object = store.stat(here.child(name), false);
      if (object.linkTarget().isEmpty()) {
        here = object.path();
        continue;
      }
      if (++links > MAX_LINKS) {
        throw new StoreException(StoreException.Kind.LINK_LOOP, here, "too many links");
      }
      String target = object.linkTarget().get();
      here = target.startsWith("/") ? StorePath.ROOT : here;
      push(names, target.startsWith("/") ? belowRoot(object.path(), target) : target);
    }
    return here;
  }

  private String belowRoot(StorePath link, String target) throws StoreException {
    String top = root.isRoot() ? "" : root.toString();
    if (!target.equals(top) && !target.startsWith(top + "/")) {
      throw new StoreException(
          StoreException.Kind.OUTSIDE_ROOT, link, "it leads out of the store's root");
    }
    return target.substring(top.length());
  }

  private static void push(Deque<String> names, String text) {
    String[] parts = text.split("/");
    for (int i = parts.length - 1; i >= 0; i--) {
      names.push(parts[i]);
    }
  }
}
