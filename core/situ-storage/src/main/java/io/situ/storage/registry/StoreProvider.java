// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.registry;

import io.situ.storage.Store;
import io.situ.storage.StoreException;
import io.situ.storage.StorePath;
import io.situ.storage.WriteHandle;
import io.situ.storage.config.ConfigKey;
import io.situ.storage.config.HostMapping;
import io.situ.storage.config.StoreConfig;
import io.situ.storage.diagnostics.LayoutAdvice;
import io.situ.storage.mount.Mount;
import java.util.List;
import java.util.Optional;

/**
 * A driver's entry point, found by {@link java.util.ServiceLoader}. Has a public constructor
 * without arguments that does nothing, so that looking drivers up costs nothing and loads nothing
 * native.
 */
public interface StoreProvider {

  /** Returns the driver's name as users write it in {@code fs.situ.store.NAME.driver}. */
  String driver();

  /**
   * Returns how well this driver fits a mounted file system: 0 not at all, 1 as it fits any mount,
   * 10 made for this type. The best fit opens {@code situ:///} paths below the mount. Must not
   * touch the mount.
   */
  int score(Mount mount);

  /** Returns the keys this driver understands, without their {@code fs.situ.store.NAME.} prefix. */
  List<ConfigKey<?>> keys();

  /**
   * Returns the names of the extended attributes in which the storage system keeps a file's layout,
   * for people who look for a fault; empty where there are none. Listings need not show them.
   */
  default List<String> layoutAttributes() {
    return List.of();
  }

  /**
   * Returns what else people who look for a fault need to know of a file's place, such as how its
   * servers are called: a few lines of text. What is not available is said in one of them.
   *
   * @param config of the store that the file is in
   * @param file where it is on this host
   */
  default List<String> diagnostics(StoreConfig config, StorePath file) {
    return List.of();
  }

  /**
   * Returns the file system's own program that says where a file's bytes are, which a certification
   * compares with; empty where there is none.
   */
  default Optional<LayoutProgram> layoutProgram() {
    return Optional.empty();
  }

  /**
   * Returns how files should be striped so that each split of a job lies on one host. Looks at
   * nothing but the question, and changes nothing.
   */
  default LayoutAdvice advise(LayoutAdvice.Query question) {
    return LayoutAdvice.nothing("this kind of store takes no instructions how to lay files out");
  }

  /**
   * Returns what keeps files from being created in a directory, as far as only this driver can see
   * it, each with the commands that repair it; empty where nothing is wrong or nothing can be seen.
   * Changes nothing.
   *
   * @param store the store that the directory is in
   * @param path where the directory is on this host
   */
  default List<LayoutAdvice> repairs(Store store, StorePath directory, String path) {
    return List.of();
  }

  /**
   * Returns the names for which the site's own file of host names has a line, and that no server of
   * the file system has. Empty where each has, where there is no such file, and where the servers
   * cannot be found out. Changes nothing.
   *
   * @param config of the store
   * @param mount that the store lies on
   * @param files some files of the store, as paths of this host: a driver may know servers only by
   *     the files that they hold
   */
  default Optional<HostMapping.Unmatched> unmatchedHosts(
      StoreConfig config, Mount mount, List<StorePath> files) {
    return Optional.empty();
  }

  /**
   * Returns the directory of this host that is a store's root; empty if its root is none, or is no
   * absolute path. Looks at nothing but the configuration.
   */
  default Optional<StorePath> hostRoot(StoreConfig config) {
    try {
      return config.find(StoreConfig.ROOT);
    } catch (StoreException e) {
      return Optional.empty();
    }
  }

  /**
   * Returns the largest block that one server holds of a new file, where a store lays its files out
   * by the block size that their writers ask for ({@link WriteHandle.Options#blockSize}): a writer
   * that pads to blocks of at most this has each of them on one server, if the directory's layout
   * allows it. Looks at nothing but the configuration.
   *
   * @return bytes; empty where the layout of a file does not depend on its writer
   * @throws StoreException {@code INVALID_ARGUMENT} for a senseless key, naming it
   */
  default Optional<Long> largestBlock(StoreConfig config) throws StoreException {
    return Optional.empty();
  }

  /**
   * Opens a store.
   *
   * @throws StoreException {@code INVALID_ARGUMENT} for a missing, unknown or senseless key, naming
   *     it; {@code NOT_FOUND}, {@code PERMISSION_DENIED} or {@code UNAVAILABLE} for its root
   */
  Store open(StoreConfig config) throws StoreException;
}
