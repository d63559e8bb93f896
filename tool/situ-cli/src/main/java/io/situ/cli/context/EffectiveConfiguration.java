// SPDX-License-Identifier: Apache-2.0
package io.situ.cli.context;

import io.situ.cli.console.CliException;
import io.situ.cli.console.ExitCode;
import io.situ.hadoop.fs.config.SituKeys;
import io.situ.mapreduce.ConfFiles;
import io.situ.storage.config.ConfigKey;
import io.situ.storage.config.StoreConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Situ's configuration keys and their values.
 *
 * @param values every {@code fs.situ.*} and {@code situ.*} key that is set, by full name
 * @param defaultStore the store that {@code fs.defaultFS} names: Hadoop takes {@code situ:///path}
 *     for a path in it
 */
public record EffectiveConfiguration(Map<String, String> values, Optional<String> defaultStore) {

  private static final String PREFIX = "fs.situ.";
  private static final String INVENTORY = SituKeys.INVENTORY.name();
  private static final String STORE = PREFIX + "store.";
  private static final Pattern DEFAULT_STORE = Pattern.compile("situ://([^/]+)/?");

  public EffectiveConfiguration {
    values = Map.copyOf(values);
  }

  /**
   * The user's files, the command line over them.
   *
   * @throws CliException {@code BAD_INPUT} if the directory is not there or a file in it is
   *     unreadable
   */
  static EffectiveConfiguration read(Optional<Path> directory, Map<String, String> commandLine) {
    Map<String, String> values = all(directory, commandLine);
    Optional<String> defaultStore =
        Optional.ofNullable(values.get("fs.defaultFS"))
            .map(DEFAULT_STORE::matcher)
            .filter(Matcher::matches)
            .map(matcher -> matcher.group(1));
    values.keySet().removeIf(key -> !key.startsWith(PREFIX) && !key.startsWith("situ."));
    return new EffectiveConfiguration(values, defaultStore);
  }

  /** As {@link #read}, with Hadoop's keys. */
  static Map<String, String> all(Optional<Path> directory, Map<String, String> commandLine) {
    if (directory.isEmpty()) {
      return new TreeMap<>(commandLine);
    }
    if (!Files.isDirectory(directory.get())) {
      throw CliException.input(
          "there is no configuration directory '"
              + directory.get()
              + "'; see --conf and HADOOP_CONF_DIR");
    }
    try {
      return ConfFiles.read(directory.get(), commandLine);
    } catch (IOException e) {
      throw new CliException(ExitCode.BAD_INPUT, e.getMessage(), e);
    }
  }

  /** The inventory that jobs ask for placement in this store, where one is set. */
  public Optional<Path> inventory(String name) {
    return find(name, SituKeys.INVENTORY);
  }

  /**
   * Returns what is set for a store, else for all, else the default.
   *
   * @throws CliException {@code USAGE} if it is not valid
   */
  public <T> T get(String store, ConfigKey<T> key) {
    return find(store, key).or(key::defaultValue).orElseThrow();
  }

  private <T> Optional<T> find(String store, ConfigKey<T> key) {
    String own = STORE + store + "." + key.name();
    String name = values.containsKey(own) ? own : PREFIX + key.name();
    try {
      return key.parse(name, values.get(name));
    } catch (IllegalArgumentException e) {
      throw CliException.usage(e.getMessage());
    }
  }

  /** Whether a store has an inventory of its own. */
  public boolean hasInventory(String name) {
    return values.containsKey(STORE + name + "." + INVENTORY);
  }

  /** The stores that have a name, by name. */
  List<StoreConfig> named() {
    return values.keySet().stream()
        .filter(key -> key.startsWith(STORE) && key.indexOf('.', STORE.length()) > 0)
        .map(key -> key.substring(STORE.length(), key.indexOf('.', STORE.length())))
        .distinct()
        .sorted()
        .map(this::store)
        .toList();
  }

  /** What is said of one store, its keys' prefix taken away. */
  public StoreConfig store(String name) {
    String prefix = name.isEmpty() ? PREFIX : STORE + name + ".";
    Map<String, String> own = new TreeMap<>();
    values.forEach(
        (key, value) -> {
          if (key.startsWith(prefix) && !(name.isEmpty() && key.startsWith(STORE))) {
            own.put(key.substring(prefix.length()), value);
          }
        });
    return new StoreConfig(name, own);
  }
}
