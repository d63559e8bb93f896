package io.situ.cli;

import io.situ.hadoop.fs.SituKeys;
import io.situ.mapreduce.JobKeys;
import io.situ.storage.StoreConfig;
import io.situ.storage.StoreConfig.Key;
import io.situ.storage.StoreProvider;
import io.situ.storage.find.StoreFinder;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** The keys that mean something: those of the drivers, of the file system and of jobs. */
final class KnownKeys {

  private static final String PREFIX = "fs.situ.";
  private static final String STORE = PREFIX + "store.";

  private final StoreFinder finder;

  KnownKeys(StoreFinder finder) {
    this.finder = finder;
  }

  /** Keys of a store, without prefix: the same behind {@code fs.situ.} and behind a store's own. */
  Set<Key> ofStores() {
    Set<Key> keys = new LinkedHashSet<>(SituKeys.ALL);
    keys.addAll(ofDrivers());
    return keys;
  }

  private Set<Key> ofDrivers() {
    Set<Key> keys = new LinkedHashSet<>(List.of(StoreFinder.DRIVER));
    for (StoreProvider provider : finder.providers()) {
      keys.addAll(provider.keys());
    }
    return keys;
  }

  /** What drivers and the finder know of what is said about a store. */
  StoreConfig ofStore(StoreConfig config) {
    Map<String, String> own = new HashMap<>(config.values());
    own.keySet().retainAll(ofDrivers().stream().map(Key::name).toList());
    return new StoreConfig(config.name(), own);
  }

  /**
   * Refuses a key that nobody knows.
   *
   * @throws Problem {@code USAGE}, naming it and the nearest that exists
   */
  void check(Map<String, String> settings) {
    Set<String> names = new TreeSet<>();
    ofStores().forEach(key -> names.add(key.name()));
    Set<String> jobs = new TreeSet<>();
    JobKeys.all().forEach(key -> jobs.add(key.name()));
    for (String key : new TreeSet<>(settings.keySet())) {
      if (key.startsWith("situ.")) {
        refuseUnknown(key, key, jobs, "");
      } else if (key.startsWith(STORE)) {
        int dot = key.indexOf('.', STORE.length());
        String prefix = key.substring(0, dot < 0 ? key.length() : dot + 1);
        refuseUnknown(key, key.substring(prefix.length()), names, prefix);
      } else {
        refuseUnknown(key, key.substring(PREFIX.length()), names, PREFIX);
      }
    }
  }

  private static void refuseUnknown(String full, String name, Set<String> known, String prefix) {
    if (known.contains(name)) {
      return;
    }
    String nearest =
        known.stream()
            .filter(other -> distance(name, other) <= Math.max(2, other.length() / 3))
            .min(Comparator.comparingInt((String other) -> distance(name, other)))
            .map(other -> " (did you mean " + prefix + other + "?)")
            .orElse("");
    throw Problem.usage(
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
