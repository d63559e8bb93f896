// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.orangefs;

import io.situ.storage.StoreException;
import io.situ.storage.StoreException.Kind;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Which server has which datafile handles, from the configuration that all servers of a file system
 * share: its {@code Aliases} and the {@code DataHandleRanges} of one {@code FileSystem}. Handles
 * are unsigned.
 */
final class HandleRanges {

  private static final Pattern SECTION = Pattern.compile("<(/?)\\s*(\\w+)\\s*>");
  private static final Pattern RANGE =
      Pattern.compile(
          "(?i)Range\\s+(\\S+)\\s+([0-9]{1,20}-[0-9]{1,20}(?:\\s*,\\s*[0-9]{1,20}-[0-9]{1,20})*)");
  private static final Pattern ALIAS = Pattern.compile("(?i)Alias\\s+(\\S+)\\s+(\\S+)");
  private static final Pattern NAME = Pattern.compile("(?i)Name\\s+(\\S+)");

  /** Bounds included. */
  private record Range(long first, long last, String alias) {
    boolean has(long handle) {
      return Long.compareUnsigned(first, handle) <= 0 && Long.compareUnsigned(handle, last) <= 0;
    }
  }

  private final Map<String, List<Range>> byFileSystem = new HashMap<>();
  private final Map<String, String> addresses = new HashMap<>();
  private List<Range> chosen = List.of();

  private HandleRanges() {}

  /**
   * Reads such a configuration.
   *
   * @param fileSystem the name of the one that is mounted; where it is not found the only one
   *     counts
   * @param where what refusals begin with
   * @throws StoreException {@code INVALID_ARGUMENT} if there are no ranges, or several file systems
   *     and none of that name
   */
  static HandleRanges parse(List<String> lines, String fileSystem, String where)
      throws StoreException {
    HandleRanges ranges = new HandleRanges();
    try {
      ranges.read(lines);
    } catch (NumberFormatException e) {
      throw refuse(where + " has a handle that is no number of 64 bits: " + e.getMessage());
    }
    Map<String, List<Range>> all = ranges.byFileSystem;
    if (all.isEmpty()) {
      throw refuse(
          where + " has no <DataHandleRanges>: name the servers' own configuration, often fs.conf");
    }
    List<Range> named = all.get(fileSystem);
    if (named == null && all.size() > 1) {
      throw refuse(
          where
              + " is about the file systems "
              + String.join(", ", all.keySet().stream().sorted().toList())
              + ", and '"
              + fileSystem
              + "' is mounted");
    }
    ranges.chosen = named != null ? named : all.values().iterator().next();
    return ranges;
  }

  private void read(List<String> lines) {
    String section = "";
    String fileSystem = "";
    for (String each : lines) {
      String line = each.strip();
      Matcher tag = SECTION.matcher(line);
      if (tag.matches()) {
        section = tag.group(1).isEmpty() ? tag.group(2).toLowerCase(Locale.ROOT) : "filesystem";
      } else if (section.equals("aliases")) {
        Matcher alias = ALIAS.matcher(line);
        if (alias.matches()) {
          addresses.put(alias.group(1), alias.group(2));
        }
      } else if (section.equals("filesystem") && NAME.matcher(line).matches()) {
        fileSystem = line.split("\\s+")[1];
      } else if (section.equals("datahandleranges")) {
        Matcher range = RANGE.matcher(line);
        if (range.matches()) {
          add(fileSystem, range.group(1), range.group(2));
        }
      }
    }
  }

  private void add(String fileSystem, String alias, String text) {
    List<Range> ranges = byFileSystem.computeIfAbsent(fileSystem, name -> new ArrayList<>());
    for (String each : text.split(",")) {
      String[] bounds = each.strip().split("-");
      ranges.add(
          new Range(Long.parseUnsignedLong(bounds[0]), Long.parseUnsignedLong(bounds[1]), alias));
    }
  }

  /**
   * The alias of the server that has a handle.
   *
   * @throws OrangeFsLayoutException if none has
   */
  String server(long handle) throws OrangeFsLayoutException {
    for (Range range : chosen) {
      if (range.has(handle)) {
        return range.alias();
      }
    }
    throw new OrangeFsLayoutException(
        "no server has the datafile handle " + Long.toUnsignedString(handle));
  }

  /** The aliases of the servers that have ranges. */
  Set<String> servers() {
    return chosen.stream().map(Range::alias).collect(Collectors.toCollection(TreeSet::new));
  }

  /** The addresses behind an alias, separated by commas; empty if it stands for none. */
  Optional<String> addresses(String alias) {
    return Optional.ofNullable(addresses.get(alias));
  }

  private static StoreException refuse(String sentence) {
    return new StoreException(Kind.INVALID_ARGUMENT, null, sentence);
  }
}
