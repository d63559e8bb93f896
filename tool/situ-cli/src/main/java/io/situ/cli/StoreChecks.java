package io.situ.cli;

import static io.situ.cli.Finding.note;
import static io.situ.cli.Finding.ok;
import static io.situ.cli.Finding.wrong;

import io.situ.inventory.Inventory;
import io.situ.inventory.Manifest;
import io.situ.storage.Extent;
import io.situ.storage.Listing;
import io.situ.storage.Mount;
import io.situ.storage.ReadHandle;
import io.situ.storage.Replica;
import io.situ.storage.Store;
import io.situ.storage.StoreException;
import io.situ.storage.StoreObject;
import io.situ.storage.StoreProvider;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/** Looks at one place in a store: its mount, its driver, what may be done, who holds its bytes. */
final class StoreChecks {

  private static final Duration OLD = Duration.ofDays(1);
  private static final int ENTRIES = 10_000;

  private final Stores stores;
  private final Place place;
  private final Optional<Path> inventory;
  private final List<Finding> findings = new ArrayList<>();

  StoreChecks(Stores stores, Place place, Optional<Path> inventory) {
    this.stores = stores;
    this.place = place;
    this.inventory = inventory;
  }

  List<Finding> all() {
    try {
      Store store = stores.at(place);
      mount(store);
      StoreObject object = store.stat(place.path(), true);
      Optional<StoreObject> file = object.isFile() ? Optional.of(object) : firstFile(store);
      if (file.isPresent()) {
        read(store, file.get());
        placement(store, file.get());
      }
      if (inventory.isPresent()) {
        inventory(store, inventory.get());
      }
    } catch (IOException e) {
      Problem problem = Problem.of(e);
      findings.add(wrong("store", problem.getMessage(), remedy(problem.exit())));
    }
    return findings;
  }

  private static String remedy(Exit exit) {
    return switch (exit) {
      case PERMISSION -> "run as a user who may, or have the owner allow it";
      case BAD_INPUT -> "is the path right, and is the file system mounted?";
      case UNAVAILABLE -> "look at the storage system; when it answers again, so will Situ";
      default -> "see 'situ config' for what can be set";
    };
  }

  private void mount(Store store) {
    if (!place.store().isEmpty()) {
      findings.add(
          ok(
              "store",
              place.store() + ": driver " + store.info().driver() + " at " + store.info().root()));
      return;
    }
    Optional<Mount> mount = stores.finder().mounts().find(place.path());
    String where =
        mount
            .map(found -> found.type() + " " + found.source() + " mounted at " + found.point())
            .orElse("no mount is known");
    String driver =
        mount
            .flatMap(stores.finder()::driverFor)
            .map(StoreProvider::driver)
            .orElse(store.info().driver());
    findings.add(ok("mount", place.display() + " is on " + where + "; driver " + driver));
  }

  private Optional<StoreObject> firstFile(Store store) throws StoreException {
    int entries = 0;
    try (Listing listing = store.list(place.path(), Listing.Options.RECURSIVE)) {
      for (StoreObject next = listing.next();
          next != null && entries < ENTRIES;
          next = listing.next()) {
        entries++;
        if (next.isFile() && next.size() > 0) {
          return Optional.of(next);
        }
      }
    }
    findings.add(
        note("data", "no file with bytes was met at " + place.display(), "name one that has data"));
    return Optional.empty();
  }

  private void read(Store store, StoreObject file) {
    try (ReadHandle handle = store.open(file.path(), ReadHandle.Options.DEFAULT)) {
      handle.read(0, ByteBuffer.allocateDirect(1));
      findings.add(
          ok("read", "'" + file.path() + "' can be read as " + System.getProperty("user.name")));
    } catch (StoreException e) {
      Problem problem = Problem.of(e);
      findings.add(wrong("read", problem.getMessage(), remedy(problem.exit())));
    }
  }

  private void placement(Store store, StoreObject file) throws StoreException {
    TreeSet<String> hosts = new TreeSet<>();
    for (Extent extent : store.placement(file, 0, file.size())) {
      extent.replicas().stream().map(Replica::host).forEach(hosts::add);
    }
    if (hosts.isEmpty()) {
      findings.add(
          note(
              "placement",
              "the store does not say who holds '" + file.path() + "', so tasks run anywhere",
              "if hosts hold it on their own disks, say which in a host map; see 'situ config'"));
      return;
    }
    List<String> unknown = hosts.stream().filter(host -> !resolves(host)).toList();
    findings.add(
        unknown.isEmpty()
            ? ok("placement", "'" + file.path() + "' is on " + String.join(", ", hosts))
            : wrong(
                "placement",
                "these hosts hold data but their names cannot be resolved: "
                    + String.join(", ", unknown),
                "placement must use the names YARN and Spark use: mend the host map or DNS"));
  }

  private static boolean resolves(String host) {
    try {
      InetAddress.getByName(host);
      return true;
    } catch (UnknownHostException e) {
      return false;
    }
  }

  private void inventory(Store store, Path directory) throws IOException {
    Manifest manifest = Inventory.open(directory).snapshot().manifest();
    manifest.requireStore(store);
    Duration age = Duration.between(manifest.startedAt(), Instant.now());
    String text =
        "snapshot "
            + manifest.id()
            + " of "
            + manifest.origin().root()
            + ", "
            + age.toHours()
            + " h old, "
            + Sizes.count(manifest.counts().objects(), "object");
    findings.add(
        age.compareTo(OLD) > 0
            ? note("inventory", text, "situ refresh --inventory " + directory)
            : ok("inventory", text));
  }
}
