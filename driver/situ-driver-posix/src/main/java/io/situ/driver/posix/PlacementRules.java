// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.posix;

import io.situ.storage.Replica;
import io.situ.storage.StorePath;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A site's own knowledge of which hosts hold what.
 *
 * <p>A line is {@code PATTERN TAB HOST[,HOST...] [TAB RACK[,RACK...] [TAB PATH]]}; empty lines and
 * those that start with {@code #} say nothing. The pattern is a path in the store, which stands for
 * itself and everything below, or a {@link Glob} over whole paths. The first glob that matches
 * decides, whatever the prefixes say; without one the longest prefix does. PATH is where the prefix
 * lies on those hosts; after a glob it is where the store's root lies.
 */
final class PlacementRules {

  private record Rule(Pattern glob, ReplicaSpec holders) {}

  private final List<Rule> globs = new ArrayList<>();
  private final Map<StorePath, ReplicaSpec> prefixes = new HashMap<>();

  private PlacementRules() {}

  /**
   * @throws IllegalArgumentException naming the first line that is not valid, and why
   */
  static PlacementRules parse(List<String> lines) {
    PlacementRules map = new PlacementRules();
    for (int i = 0; i < lines.size(); i++) {
      String line = lines.get(i);
      if (!line.isBlank() && !line.startsWith("#")) {
        try {
          map.add(line);
        } catch (IllegalArgumentException e) {
          throw new IllegalArgumentException("line " + (i + 1) + ": " + e.getMessage(), e);
        }
      }
    }
    return map;
  }

  private void add(String line) {
    String[] columns = line.split("\t", -1);
    String pattern = columns[0].strip();
    if (!pattern.startsWith("/")) {
      throw new IllegalArgumentException(
          "'" + pattern + "' does not start with a slash: patterns are paths in the store");
    }
    ReplicaSpec holders = ReplicaSpec.parse(columns, 1);
    if (Glob.isGlob(pattern)) {
      globs.add(new Rule(Glob.compile(pattern), holders));
    } else if (prefixes.put(StorePath.of(pattern), holders) != null) {
      throw new IllegalArgumentException("'" + pattern + "' stands there twice");
    }
  }

  /**
   * Which hosts hold the object at {@code path}, best first; empty if the map says nothing of it.
   */
  List<Replica> replicas(StorePath path) {
    for (Rule rule : globs) {
      if (rule.glob.matcher(path.toString()).matches()) {
        return rule.holders.replicas(path.toString());
      }
    }
    Optional<StorePath> at = Optional.of(path);
    while (at.isPresent()) {
      ReplicaSpec holders = prefixes.get(at.get());
      if (holders != null) {
        StorePath below = path.relativeTo(at.get());
        return holders.replicas(below.isRoot() ? "" : below.toString());
      }
      at = at.get().parent();
    }
    return List.of();
  }
}
