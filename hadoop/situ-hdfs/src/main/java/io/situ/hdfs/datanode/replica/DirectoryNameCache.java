// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.datanode.replica;

import io.situ.storage.local.LocalDirectories;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * What was in a few directories when each was first asked for; they are made where they are not
 * there. Saves a look for each of many names in directories that no other process uses. Not
 * thread-safe.
 */
public final class DirectoryNameCache {

  private final Map<Path, Set<String>> names = new HashMap<>();

  /** Whether there was something of that name. */
  boolean has(Path file) throws IOException {
    Path directory = file.getParent();
    Set<String> there = names.get(directory);
    if (there == null) {
      there = read(directory);
      names.put(directory, there);
    }
    return there.contains(file.getFileName().toString());
  }

  private static Set<String> read(Path directory) throws IOException {
    Files.createDirectories(directory);
    Set<String> names = new HashSet<>();
    LocalDirectories.list(directory).forEach(file -> names.add(file.getFileName().toString()));
    return names;
  }
}
