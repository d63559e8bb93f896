package io.situ.driver.ceph;

import io.situ.storage.Replica;
import io.situ.storage.StoreConfig;
import io.situ.storage.StoreException;
import io.situ.storage.StoreException.Kind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Which host the engines mean by a host of CRUSH; the same name where nothing is said. Names are
 * compared without regard to case.
 */
record HostNames(Map<String, Replica> byCrushHost) {

  static final StoreConfig.Key FILE =
      new StoreConfig.Key(
          "hosts.file",
          Optional.empty(),
          "File that tells which host the engines mean by a host of CRUSH: one line per host,"
              + " CRUSH host, tab, engine host, and if wanted tab and rack.");

  static HostNames read(StoreConfig config) throws StoreException {
    Optional<String> file = config.get(FILE);
    if (file.isEmpty()) {
      return new HostNames(Map.of());
    }
    String where = config.fullName(FILE.name()) + " (" + file.get() + ")";
    try {
      return parse(Files.readAllLines(Path.of(file.get())), where);
    } catch (IOException e) {
      throw refuse(where + " cannot be read as UTF-8 text: " + e.getMessage());
    }
  }

  static HostNames parse(List<String> lines, String where) throws StoreException {
    Map<String, Replica> hosts = new HashMap<>();
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
                + ": write CRUSH host, tab, engine host, and if wanted tab and a rack such as"
                + " /rack1");
      }
      Optional<String> place = rack ? Optional.of(fields[2]) : Optional.empty();
      Replica host = new Replica(fields[1], place, 1, Optional.empty());
      Replica other = hosts.put(fields[0].toLowerCase(Locale.ROOT), host);
      if (other != null && !other.equals(host)) {
        throw refuse(where + ", line " + (i + 1) + ": " + fields[0] + " is there twice");
      }
    }
    return new HostNames(Map.copyOf(hosts));
  }

  /** A replica on the engines' host. */
  Replica of(String crushHost) {
    Replica host = byCrushHost.get(crushHost.toLowerCase(Locale.ROOT));
    return host == null ? Replica.on(crushHost) : host;
  }

  private static StoreException refuse(String sentence) {
    return new StoreException(Kind.INVALID_ARGUMENT, null, sentence);
  }
}
