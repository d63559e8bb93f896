// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.metadata;

import io.situ.storage.StoreException;
import io.situ.storage.config.ConfigKey;
import io.situ.storage.config.ConfigType;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;

/**
 * The names that a store's users and groups have in HDFS. A table holds a line for each: {@code
 * user} or {@code group}, the name in the store, the name in HDFS, separated by blanks; {@code *}
 * stands for all that have no line. Who is in no line keeps the name. Immutable.
 */
public final class UserMapping {

  /** The file with the table. */
  public static final ConfigKey<Path> KEY =
      ConfigKey.of(
          "fs.situ.hdfs.identities",
          ConfigType.path(),
          "A file for 'situ attach' that says what the store's users and groups are called in HDFS;"
              + " each line holds 'user' or 'group', the name in the store, or * for all others,"
              + " and the name in HDFS.");

  private static final String ALL = "*";
  private static final int FIELDS = 3;

  private final Map<String, String> users = new HashMap<>();
  private final Map<String, String> groups = new HashMap<>();

  private UserMapping() {}

  /**
   * @throws IOException if the table cannot be read, or a line is not valid, naming it
   */
  public static UserMapping of(Configuration conf) throws IOException {
    UserMapping identities = new UserMapping();
    Optional<Path> file = KEY.find(conf::get);
    if (file.isEmpty()) {
      return identities;
    }
    List<String> lines = Files.readAllLines(file.get());
    for (int i = 0; i < lines.size(); i++) {
      String line = lines.get(i).strip();
      if (!line.isEmpty() && !line.startsWith("#") && !identities.add(line.split("\\s+"))) {
        throw new StoreException(
            StoreException.Kind.INVALID_ARGUMENT,
            null,
            "line "
                + (i + 1)
                + " of '"
                + file.get()
                + "' ("
                + KEY.name()
                + ") is '"
                + line
                + "'; it must be 'user' or 'group', a name in the store and one in HDFS");
      }
    }
    return identities;
  }

  private boolean add(String... fields) {
    if (fields.length != FIELDS) {
      return false;
    }
    switch (fields[0]) {
      case "user" -> users.put(fields[1], fields[2]);
      case "group" -> groups.put(fields[1], fields[2]);
      default -> {
        return false;
      }
    }
    return true;
  }

  String user(String name) {
    return users.getOrDefault(name, users.getOrDefault(ALL, name));
  }

  String group(String name) {
    return groups.getOrDefault(name, groups.getOrDefault(ALL, name));
  }
}
