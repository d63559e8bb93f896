// SPDX-License-Identifier: Apache-2.0
package io.situ.cli.context;

import io.situ.cli.console.CliException;
import io.situ.hadoop.fs.config.SituKeys;
import io.situ.hdfs.HdfsKeys;
import io.situ.mapreduce.JobKeys;
import io.situ.storage.config.ConfigKey;
import io.situ.storage.config.StoreConfig;
import io.situ.storage.registry.StoreProvider;
import io.situ.storage.registry.StoreRegistry;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** The keys that mean something: those of the drivers, of the file system, of jobs and of HDFS. */
public final class KnownKeys {

  private static final String PREFIX = "fs.situ.";
  private static final String STORE = PREFIX + "store.";

  private final StoreRegistry finder;

  public KnownKeys(StoreRegistry finder) {
    this.finder = finder;
  }

  /** Keys of a store, without prefix: the same behind {@code fs.situ.} and behind a store's own. */
  public Set<ConfigKey<?>> ofStores() {
    Set<ConfigKey<?>> keys = new LinkedHashSet<>(SituKeys.ALL);
    keys.addAll(ofDrivers());
    return keys;
  }

  private Set<ConfigKey<?>> ofDrivers() {
    Set<ConfigKey<?>> keys = new LinkedHashSet<>(List.of(StoreRegistry.DRIVER));
    for (StoreProvider provider : finder.providers()) {
      keys.addAll(provider.keys());
    }
    return keys;
  }

  /** What drivers and the finder know of what is said about a store. */
  StoreConfig ofStore(StoreConfig config) {
    Map<String, String> own = new HashMap<>(config.values());
    own.keySet().retainAll(ofDrivers().stream().map(ConfigKey::name).toList());
    return config.withValues(own);
  }

  /**
   * Refuses an unknown key, and a value that is no size where one is wanted.
   *
   * @throws CliException {@code USAGE}, naming it and, for a key, the nearest that exists
   */
  public void check(Map<String, String> settings) {
    for (String key : new TreeSet<>(settings.keySet())) {
      if (SituKeys.isOfHadoop(key)) {
        continue;
      }
      if (key.startsWith("situ.")) {
        check(key, "", JobKeys.all(), settings.get(key));
      } else if (key.startsWith(HdfsKeys.PREFIX)) {
        check(key, "", HdfsKeys.all(), settings.get(key));
      } else if (key.startsWith(STORE)) {
        int dot = key.indexOf('.', STORE.length());
        String prefix = key.substring(0, dot < 0 ? key.length() : dot + 1);
        check(key, prefix, ofStores(), settings.get(key));
      } else {
        Set<ConfigKey<?>> keys = ofStores();
        keys.addAll(SituKeys.OF_PROCESS);
        check(key, PREFIX, keys, settings.get(key));
      }
    }
  }

  private static void check(
      String full, String prefix, Collection<ConfigKey<?>> keys, String value) {
    String name = full.substring(prefix.length());
    Optional<ConfigKey<?>> key = keys.stream().filter(one -> one.name().equals(name)).findFirst();
    if (key.isEmpty()) {
      throw unknown(full, name, keys.stream().map(ConfigKey::name).toList(), prefix);
    }
    if (key.get().type().isSize() && key.get().defaultValue().isPresent()) {
      requireValid(key.get(), full, value);
    }
  }

  private static void requireValid(ConfigKey<?> key, String full, String value) {
    try {
      key.parse(full, value);
    } catch (IllegalArgumentException e) {
      throw CliException.usage(e.getMessage());
    }
  }

  private static CliException unknown(
      String full, String name, Collection<String> known, String prefix) {
    String nearest =
        known.stream()
            .filter(other -> distance(name, other) <= Math.max(2, other.length() / 3))
            .min(Comparator.comparingInt((String other) -> distance(name, other)))
            .map(other -> " (did you mean " + prefix + other + "?)")
            .orElse("");
    throw CliException.usage(
        "unknown configuration key " + full + nearest + "; 'situ config' lists all");
  }

  /** Levenshtein's distance. */
  static int distance(String a, String b) {
    int[] above = new int[b.length() + 1];
    for (int j = 0; j <= b.length(); j++) {
      above[j] = j;
    }
    for (int i = 1; i <= a.length(); i++) {
      int[] row = new int[b.length() + 1];
      row[0] = i;
      for (int j = 1; j <= b.length(); j++) {
        int change = above[j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        row[j] = Math.min(change, 1 + Math.min(above[j], row[j - 1]));
      }
      above = row;
    }
    return above[b.length()];
  }
}
