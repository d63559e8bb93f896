// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.posix;

import io.situ.storage.Replica;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Which hosts hold something, as the columns of a placement file or answer say: {@code
 * HOST[,HOST...] [TAB RACK[,RACK...] [TAB PATH]]}. An empty column says nothing.
 *
 * @param hosts at least one
 * @param racks none, one for all hosts, or as many as there are hosts
 * @param path where it lies on those hosts; absolute
 */
record ReplicaSpec(List<String> hosts, List<String> racks, Optional<String> path) {

  /**
   * Reads the columns from {@code from} on.
   *
   * @throws IllegalArgumentException saying what is wrong
   */
  static ReplicaSpec parse(String[] columns, int from) {
    if (columns.length <= from || columns.length > from + 3) {
      throw new IllegalArgumentException(
          "expected hosts and perhaps a rack and a path, in columns separated by tabs");
    }
    List<String> hosts = names(columns[from]);
    if (hosts.isEmpty()) {
      throw new IllegalArgumentException("no host is named");
    }
    List<String> racks = names(column(columns, from + 1));
    if (racks.size() > 1 && racks.size() != hosts.size()) {
      throw new IllegalArgumentException(
          hosts.size() + " hosts but " + racks.size() + " racks: name one rack, or one per host");
    }
    for (String rack : racks) {
      if (!rack.startsWith("/")) {
        throw new IllegalArgumentException("rack '" + rack + "' does not start with a slash");
      }
    }
    String path = column(columns, from + 2);
    if (!path.isEmpty() && !path.startsWith("/")) {
      throw new IllegalArgumentException("path '" + path + "' does not start with a slash");
    }
    return new ReplicaSpec(hosts, racks, Optional.of(path).filter(text -> !text.isEmpty()));
  }

  private static String column(String[] columns, int at) {
    return at < columns.length ? columns[at].strip() : "";
  }

  private static List<String> names(String column) {
    if (column.isBlank()) {
      return List.of();
    }
    List<String> names = new ArrayList<>();
    for (String name : column.split(",", -1)) {
      String plain = name.strip();
      if (plain.isEmpty() || plain.chars().anyMatch(Character::isWhitespace)) {
        throw new IllegalArgumentException("'" + name + "' in '" + column + "' is not a name");
      }
      names.add(plain);
    }
    return names;
  }

  /**
   * The replicas, in the order the hosts are named.
   *
   * @param below appended to the path
   */
  List<Replica> replicas(String below) {
    List<Replica> replicas = new ArrayList<>(hosts.size());
    for (int i = 0; i < hosts.size(); i++) {
      Optional<String> rack =
          racks.isEmpty() ? Optional.empty() : Optional.of(racks.get(racks.size() == 1 ? 0 : i));
      replicas.add(new Replica(hosts.get(i), rack, 1, path.map(prefix -> join(prefix, below))));
    }
    return replicas;
  }

  private static String join(String prefix, String below) {
    String plain = prefix.endsWith("/") ? prefix.substring(0, prefix.length() - 1) : prefix;
    return below.isEmpty() && plain.isEmpty() ? "/" : plain + below;
  }
}
