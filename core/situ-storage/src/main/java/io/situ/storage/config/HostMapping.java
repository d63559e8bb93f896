// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.config;

import io.situ.storage.Replica;
import io.situ.storage.StoreException;
import io.situ.storage.StoreException.Kind;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Maps the host names of the storage system to those of YARN and Spark. Names are compared without
 * regard to case.
 *
 * @param byStoreName the engines' hosts by the store's names in lower case
 */
public record HostMapping(Map<String, Host> byStoreName) {

  /** A host as the engines know it. */
  public record Host(String name, Optional<String> rack) {

    /** Returns one whose rack is not known. */
    public static Host of(String name) {
      return new Host(name, Optional.empty());
    }

    /** Returns an ordinary replica there. */
    public Replica replica() {
      return new Replica(name, rack, 1, Optional.empty());
    }
  }

  public HostMapping {
    byStoreName = Map.copyOf(byStoreName);
  }

  /**
   * Returns a driver's key for the file to be read.
   *
   * @param description says which names the file maps
   */
  public static ConfigKey<Path> key(String description) {
    return ConfigKey.of("hosts.file", ConfigType.path(), description);
  }

  /**
   * Reads the file that the configuration names: one line per host, the store's name, tab, the
   * engines' name, and if wanted tab and a rack. Without the key nothing is mapped.
   *
   * @throws StoreException {@code INVALID_ARGUMENT} naming the key, the file and the line
   */
  public static HostMapping read(StoreConfig config) throws StoreException {
    ConfigKey<Path> key = key("");
    Optional<Path> file = config.find(key);
    if (file.isEmpty()) {
      return new HostMapping(Map.of());
    }
    String where = config.fullName(key) + " (" + file.get() + ")";
    try {
      return parse(Files.readAllLines(file.get()), where);
    } catch (IOException | UncheckedIOException e) {
      throw refuse(where + " cannot be read as UTF-8 text: " + e.getMessage());
    }
  }

  /**
   * As {@link #read}.
   *
   * @param where what refusals begin with
   */
  public static HostMapping parse(List<String> lines, String where) throws StoreException {
    Map<String, Host> hosts = new HashMap<>();
    for (int i = 0; i < lines.size(); i++) {
      String line = lines.get(i).strip();
      if (line.isEmpty() || line.startsWith("#")) {
        continue;
      }
      String[] fields = line.split("\\s*\t\\s*", -1);
      boolean rack = fields.length == 3 && fields[2].startsWith("/");
      if (fields.length != 2 && !rack || fields[0].isEmpty() || fields[1].isEmpty()) {
        throw refuse(
            where
                + ", line "
                + (i + 1)
                + ": write the store's name of a host, tab, the engines' name, and if wanted tab"
                + " and a rack such as /rack1");
      }
      Host host = new Host(fields[1], rack ? Optional.of(fields[2]) : Optional.empty());
      Host other = hosts.put(fields[0].toLowerCase(Locale.ROOT), host);
      if (other != null && !other.equals(host)) {
        throw refuse(where + ", line " + (i + 1) + ": " + fields[0] + " is there twice");
      }
    }
    return new HostMapping(hosts);
  }

  /**
   * Names for which the file has a line, and that no server has.
   *
   * @param names in lower case, in order
   * @param servers what each server that is known is called: one of the names it could have
   */
  public record Unmatched(List<String> names, List<String> servers) {

    public Unmatched {
      names = List.copyOf(names);
      servers = List.copyOf(servers);
    }
  }

  /**
   * Compares the file with the servers.
   *
   * @param servers for each server all names that a line may have for it, the best first
   * @return empty if each line is of a server, or no server is known
   */
  public Optional<Unmatched> unmatched(Collection<List<String>> servers) {
    Set<String> known = new HashSet<>();
    servers.forEach(names -> names.forEach(name -> known.add(name.toLowerCase(Locale.ROOT))));
    List<String> names =
        byStoreName.keySet().stream().filter(name -> !known.contains(name)).sorted().toList();
    return names.isEmpty() || known.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new Unmatched(names, servers.stream().map(all -> all.get(0)).sorted().toList()));
  }

  /** Returns the host that a name stands for; empty where nothing is said of it. */
  public Optional<Host> find(String storeName) {
    return Optional.ofNullable(byStoreName.get(storeName.toLowerCase(Locale.ROOT)));
  }

  private static StoreException refuse(String sentence) {
    return new StoreException(Kind.INVALID_ARGUMENT, null, sentence);
  }
}
