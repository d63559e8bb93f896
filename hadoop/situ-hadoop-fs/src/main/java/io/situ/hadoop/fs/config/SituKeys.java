// SPDX-License-Identifier: Apache-2.0
package io.situ.hadoop.fs.config;

import io.situ.hadoop.fs.buffer.DirectBuffers;
import io.situ.storage.config.ConfigKey;
import io.situ.storage.config.ConfigType;
import java.nio.file.Path;
import java.util.List;
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

  /** What jobs take as the block size of files that have no other of their own. */
  public static final ConfigKey<Long> BLOCK_SIZE =
      ConfigKey.of(
              "block.size",
              ConfigType.size(1, Long.MAX_VALUE),
              "What jobs take as a file's block size, and so the size of their splits.")
          .withDefault(128L << 20);

  static final ConfigKey<Long> READ_AHEAD =
      ConfigKey.of(
              "read.ahead",
              ConfigType.size(0, DirectBuffers.LARGEST),
              "The most a stream that is read in sequence fetches at once.")
          .withDefault(512L << 10);

  static final ConfigKey<Long> WRITE_BUFFER =
      ConfigKey.of(
              "write.buffer",
              ConfigType.size(1, DirectBuffers.LARGEST),
              "What a stream gathers before it writes.")
          .withDefault(256L << 10);

  /** Where a store has an inventory. */
  public static final ConfigKey<Path> INVENTORY =
      ConfigKey.of(
          "inventory",
          ConfigType.path(),
          "A directory of this host with an inventory of the store, asked first for placement, and for"
              + " footers if it was scanned with them.");

  private static final ConfigKey<String> HOST =
      ConfigKey.of(
          "host",
          ConfigType.text(),
          "This host's name where the machine's own is not the one the engines use; one for all stores.");

  private static final ConfigKey<String> RACK =
      ConfigKey.of(
          "rack",
          ConfigType.text(),
          "This host's network location, such as /rack1, to distinguish near bytes from far ones; one"
              + " for all.");

  /** The keys that may stand for all stores and for one. */
  public static final List<ConfigKey<?>> ALL =
      List.of(BLOCK_SIZE, INVENTORY, READ_AHEAD, WRITE_BUFFER, HOST, RACK);

  /** This host's name, by the full name of its key. */
  public static final ConfigKey<String> ENGINE_HOST = HOST.withName(PREFIX + HOST.name());

  /** This host's network location, by the full name of its key. */
  public static final ConfigKey<String> ENGINE_RACK = RACK.withName(PREFIX + RACK.name());

  static final ConfigKey<List<String>> SESSION_KEYS =
      ConfigKey.of(
              "session.keys.allowed",
              ConfigType.list(ConfigType.text(), "names of keys, separated by commas, or all"),
              "Privileged keys, comma separated and without prefix, that sessions and jobs may set all"
                  + " the same, or all.")
          .asPrivileged();

  static final ConfigKey<Boolean> OTHER_USERS =
      ConfigKey.of(
              "other.users",
              ConfigType.either("process", "refuse"),
              "What a process does that acts for another user than its own, as with doAs: refuse to open"
                  + " a store, or process, which opens it with the rights of the process.")
          .withDefault(false)
          .asPrivileged();

  /** The keys of a process, which count from its site files only. */
  public static final List<ConfigKey<?>> OF_PROCESS = List.of(OTHER_USERS, SESSION_KEYS);

  private static final Set<String> OF_HADOOP =
      Set.of(PREFIX + "impl", PREFIX + "impl.disable.cache");

  private SituKeys() {}

  /** What jobs take as the block size of every store's files that has no other of its own. */
  public static String blockSize() {
    return PREFIX + BLOCK_SIZE.name();
  }

  /** Whether a key, by its full name, is Hadoop's own key about the scheme. */
  public static boolean isOfHadoop(String key) {
    return OF_HADOOP.contains(key);
  }

  /** Whether a key below {@link #PREFIX} is not about the store behind {@code situ:///}. */
  static boolean isOfOthers(String key) {
    return key.startsWith("store.")
        || key.startsWith("hdfs.")
        || isOfHadoop(PREFIX + key)
        || OF_PROCESS.stream().anyMatch(own -> own.name().equals(key));
  }
}
