// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.image;

import io.situ.hdfs.image.NameNodeIdentity.Owner;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.DFSConfigKeys;

/**
 * The keys of a configuration that list directories of NameNodes under one name: the name alone for
 * all of them, and with a suffix for those of a name service, or for one of these. Immutable and
 * thread-safe.
 */
final class NameNodeKeys {

  /** Keys that begin as those of directories do, and name none. */
  private static final Set<String> NO_DIRECTORIES =
      Set.of(
          DFSConfigKeys.DFS_NAMENODE_EDITS_DIR_MINIMUM_KEY,
          DFSConfigKeys.DFS_NAMENODE_EDITS_DIR_REQUIRED_KEY,
          DFSConfigKeys.DFS_NAMENODE_NAME_DIR_RESTORE_KEY);

  private final Configuration conf;
  private final String name;
  private final Set<String> set;

  NameNodeKeys(Configuration conf, String name) {
    this.conf = conf;
    this.name = name;
    this.set =
        StreamSupport.stream(conf.spliterator(), false)
            .map(entry -> entry.getKey())
            .filter(key -> key.equals(name) || key.startsWith(name + "."))
            .filter(key -> !NO_DIRECTORIES.contains(key))
            .collect(Collectors.toUnmodifiableSet());
  }

  /** Returns the keys that have a value, in the order of their names. */
  List<String> all() {
    return set.stream().filter(key -> !conf.getTrimmed(key, "").isEmpty()).sorted().toList();
  }

  /** Returns the directories of this host that a key lists. */
  List<Path> directories(String key) {
    Collection<String> values = conf.getTrimmedStringCollection(key);
    return values.stream()
        .map(value -> new org.apache.hadoop.fs.Path(value).toUri())
        .filter(uri -> uri.getScheme() == null || uri.getScheme().equals("file"))
        .map(uri -> Path.of(uri.getPath()))
        .toList();
  }

  /** Returns what follows the name in a key; empty for the name alone. */
  String suffix(String key) {
    return key.equals(name) ? "" : key.substring(name.length() + 1);
  }

  /** Returns whether a NameNode reads a key. */
  Owner owner(String key, NameNodeIdentity self) {
    return self.owner(suffix(key), suffix -> set.contains(name + "." + suffix));
  }
}
