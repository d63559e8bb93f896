package io.situ.driver.gluster;

import io.situ.storage.StoreConfig;
import io.situ.storage.StoreException;
import io.situ.storage.StoreException.Kind;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Which host the engines mean by a brick's host. Names are compared without regard to case. */
record HostNames(Map<String, Host> byBrickHost) {

  /** A host as the engines know it. */
  record Host(String name, Optional<String> rack) {}

  static HostNames read(StoreConfig config, StoreConfig.Key key) throws StoreException {
    Optional<String> file = config.get(key);
    if (file.isEmpty()) {
      return new HostNames(Map.of());
    }
    String where = config.fullName(key.name()) + " (" + file.get() + ")";
    try {
      return parse(Files.readAllLines(Path.of(file.get())), where);
    } catch (IOException | UncheckedIOException | IllegalArgumentException e) {
      throw refuse(where + " cannot be read as UTF-8 text: " + e.getMessage());
    }
  }

  static HostNames parse(List<String> lines, String where) throws StoreException {
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
                + ": write brick host, tab, engine host, and if wanted tab and a rack such as"
                + " /rack1");
      }
      Host host = new Host(fields[1], rack ? Optional.of(fields[2]) : Optional.empty());
      Host other = hosts.put(fields[0].toLowerCase(Locale.ROOT), host);
      if (other != null && !other.equals(host)) {
        throw refuse(where + ", line " + (i + 1) + ": " + fields[0] + " is there twice");
      }
    }
    return new HostNames(Map.copyOf(hosts));
  }

  Optional<Host> find(String brickHost) {
    return Optional.ofNullable(byBrickHost.get(brickHost.toLowerCase(Locale.ROOT)));
  }

  private static StoreException refuse(String sentence) {
    return new StoreException(Kind.INVALID_ARGUMENT, null, sentence);
  }
}
