// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.lustre;

import io.situ.storage.config.HostMapping;
import io.situ.storage.config.HostMapping.Host;
import io.situ.storage.mounted.HostNameResolver;
import io.situ.storage.util.CachedValue;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Which host serves each object storage target, as this client's own connections show: {@code
 * /sys/fs/lustre/osc/TARGET-osc-MOUNT/ost_conn_uuid}, which any user may read in Lustre 2.12 to
 * 2.17. It names the server in use, so a failover is followed; it is read again every so often. The
 * site's own names come first, for the target, its server's NID, or the NID's address. Thread-safe.
 */
final class OstConnections {

  static final Path CONNECTIONS = Path.of("/sys/fs/lustre/osc");

  private static final String CONNECTION = "ost_conn_uuid";

  /** The server is this very machine. */
  private static final String LOCAL = "0@lo";

  private static final int MAX_LINES = 64;
  private static final Duration INTERVAL = Duration.ofSeconds(10);

  private final Path directory;
  private final Pattern device;
  private final HostMapping names;
  private final HostNameResolver servers;
  private final CachedValue<Seen> seen;

  /**
   * What the connections show.
   *
   * @param any whether there is a connection to any target
   * @param hosts the targets whose host has a name that is known
   */
  private record Seen(boolean any, Map<Integer, Host> hosts) {
    static final Seen NOTHING = new Seen(false, Map.of());
  }

  /**
   * @param directory {@link #CONNECTIONS}
   * @param fsname the file system's name, at most eight letters
   */
  OstConnections(Path directory, String fsname, HostMapping names, HostNameResolver servers) {
    this(directory, fsname, names, servers, INTERVAL);
  }

  /**
   * @param interval how long what was read is believed
   */
  OstConnections(
      Path directory,
      String fsname,
      HostMapping names,
      HostNameResolver servers,
      Duration interval) {
    this.seen = new CachedValue<>(Seen.NOTHING, interval, old -> read());
    this.directory = directory;
    this.device = Pattern.compile(Pattern.quote(fsname) + "-OST([0-9a-f]{4})-osc-(?!MDT)[^/]*");
    this.names = names;
    this.servers = servers;
  }

  /** Empty where the connection or the host's name is not known. */
  Optional<Host> host(int ost) {
    return Optional.ofNullable(seen.get().hosts().get(ost));
  }

  /** Whether a connection to any target is seen, if its server's host has a name or not. */
  boolean seesAny() {
    return seen.get().any();
  }

  /** Whether the host of any target's server has a name that is known. */
  boolean knowsAny() {
    return !seen.get().hosts().isEmpty();
  }

  /** The connections below a directory and their servers' NIDs, for people. */
  static List<String> lines(Path directory) {
    List<String> lines = new ArrayList<>();
    try (Stream<Path> devices = Files.list(directory)) {
      devices
          .sorted()
          .limit(MAX_LINES)
          .forEach(device -> lines.add(device.getFileName() + " " + connection(device)));
    } catch (IOException | UncheckedIOException e) {
      lines.add("connections cannot be read: " + e.getMessage());
    }
    return lines;
  }

  /**
   * Returns what the site may call each server that a connection is seen to: the target, the NID,
   * and its address. None where the connections cannot be read.
   */
  List<List<String>> serverNames() {
    List<List<String>> all = new ArrayList<>();
    try (DirectoryStream<Path> devices = Files.newDirectoryStream(directory)) {
      for (Path each : devices) {
        String name = each.getFileName().toString();
        if (device.matcher(name).matches()) {
          String nid = connection(each);
          int at = nid.lastIndexOf('@');
          String target = name.substring(0, name.indexOf("-osc-"));
          all.add(at < 0 ? List.of(target) : List.of(target, nid, nid.substring(0, at)));
        }
      }
    } catch (IOException | DirectoryIteratorException e) {
      return List.of();
    }
    return all;
  }

  private Seen read() {
    boolean any = false;
    Map<Integer, Host> found = new HashMap<>();
    try (DirectoryStream<Path> devices = Files.newDirectoryStream(directory)) {
      for (Path each : devices) {
        String name = each.getFileName().toString();
        Matcher matcher = device.matcher(name);
        if (matcher.matches()) {
          String target = name.substring(0, name.indexOf("-osc-"));
          String nid = connection(each);
          any |= nid.indexOf('@') >= 0;
          host(target, nid)
              .ifPresent(host -> found.put(Integer.parseInt(matcher.group(1), 16), host));
        }
      }
    } catch (IOException | DirectoryIteratorException e) {
      // No client of this file system here: no host name is known.
    }
    return new Seen(any || !found.isEmpty(), Map.copyOf(found));
  }

  /** The server's NID, {@code <none>} and the like where there is none. */
  private static String connection(Path device) {
    try {
      String text = Files.readString(device.resolve(CONNECTION)).strip();
      return text.substring(text.lastIndexOf('=') + 1);
    } catch (IOException e) {
      return "";
    }
  }

  private Optional<Host> host(String target, String nid) {
    int at = nid.lastIndexOf('@');
    String address = at < 0 ? "" : nid.substring(0, at);
    Optional<Host> mapped =
        names.find(target).or(() -> names.find(nid)).or(() -> names.find(address));
    if (mapped.isPresent() || at < 0) {
      return mapped;
    }
    Optional<String> found = nid.equals(LOCAL) ? servers.own() : servers.of(address);
    return found.map(Host::of);
  }
}
