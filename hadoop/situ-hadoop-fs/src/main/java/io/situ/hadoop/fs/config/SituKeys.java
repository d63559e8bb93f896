// SPDX-License-Identifier: Apache-2.0
package io.situ.hadoop.fs.config;

import io.situ.storage.config.StoreConfig.Key;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Every key the file system itself understands, written {@code fs.situ.KEY} for all stores and
 * {@code fs.situ.store.NAME.KEY} for one. The configuration guide is made from these and from what
 * the drivers declare.
 */
public final class SituKeys {

  public static final String SCHEME = "situ";
  static final String PREFIX = "fs.situ.";
  static final String STORE_PREFIX = "fs.situ.store.";

  static final Key BLOCK_SIZE =
      new Key(
          "block.size",
          Optional.of("128m"),
          "What jobs take as a file's block size, and so the size of their splits.");

  static final Key READ_AHEAD =
      new Key(
          "read.ahead",
          Optional.of("512k"),
          "The most a stream that is read in sequence fetches at once.");

  static final Key WRITE_BUFFER =
      new Key("write.buffer", Optional.of("256k"), "What a stream gathers before it writes.");

  static final Key HOST =
      new Key(
          "host",
          Optional.empty(),
          "This host's name where the machine's own is not the one the engines use; one for all stores.");

  static final Key RACK =
      new Key(
          "rack",
          Optional.empty(),
          "This host's network location, such as /rack1, to tell near bytes from far ones; one for all.");

  static final Key INVENTORY =
      new Key(
          "inventory",
          Optional.empty(),
          "A directory of this host with an inventory of the store, asked for placement first.");

  /** The keys that may stand for all stores and for one. */
  public static final List<Key> ALL =
      List.of(BLOCK_SIZE, INVENTORY, READ_AHEAD, WRITE_BUFFER, HOST, RACK);

  static final Key SESSION_KEYS =
      Key.privileged(
          "session.keys.allowed",
          Optional.empty(),
          "Privileged keys, comma separated and without prefix, that sessions and jobs may set all"
              + " the same, or all.");

  static final Key OTHER_USERS =
      Key.privileged(
          "other.users",
          Optional.of("refuse"),
          "What a process does that acts for another user than its own, as with doAs: refuse to open"
              + " a store, or process, which opens it with the rights of the process.");

  /** The keys of a process, which count from its site files only. */
  public static final List<Key> OF_PROCESS = List.of(OTHER_USERS, SESSION_KEYS);

  private static final Set<String> OF_HADOOP = Set.of("impl", "impl.disable.cache");

  private SituKeys() {}

  /** What jobs take as the block size of every store's files that has no other of its own. */
  public static String blockSize() {
    return PREFIX + BLOCK_SIZE.name();
  }

  /** Whether a key below {@link #PREFIX} is not about the store behind {@code situ:///}. */
  static boolean isOfOthers(String key) {
    return key.startsWith("store.")
        || key.startsWith("hdfs.")
        || OF_HADOOP.contains(key)
        || OF_PROCESS.stream().anyMatch(own -> own.name().equals(key));
  }
}
