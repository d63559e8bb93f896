// SPDX-License-Identifier: Apache-2.0
package io.situ.cli.doctor;

import static io.situ.cli.certify.Finding.note;
import static io.situ.cli.certify.Finding.ok;
import static io.situ.cli.certify.Finding.wrong;

import io.situ.cli.certify.Finding;
import io.situ.cli.certify.HostsFileCheck;
import io.situ.cli.certify.Subject;
import io.situ.cli.console.CliException;
import io.situ.cli.console.ExitCode;
import io.situ.cli.console.HumanReadable;
import io.situ.cli.context.OpenStores;
import io.situ.cli.context.ResolvedStore;
import io.situ.cli.context.StoreLocation;
import io.situ.cli.yarn.YarnHosts;
import io.situ.inventory.Inventory;
import io.situ.inventory.manifest.InventoryException;
import io.situ.inventory.manifest.Manifest;
import io.situ.storage.Listing;
import io.situ.storage.ReadHandle;
import io.situ.storage.Store;
import io.situ.storage.StoreException;
import io.situ.storage.StoreObject;
import io.situ.storage.StorePath;
import io.situ.storage.mount.Mount;
import io.situ.storage.registry.StoreProvider;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Looks at one place in a store: its mount, its driver, what may be done, which hosts hold its
 * bytes.
 */
final class StoreChecks {

  private static final Duration OLD = Duration.ofDays(1);
  private static final int ENTRIES = 10_000;
  private static final int FILES = 200;

  private final OpenStores stores;
  private final StoreLocation place;
  private final Optional<Path> inventory;
  private final Optional<YarnHosts> yarn;
  private final List<Finding> findings = new ArrayList<>();

  /**
   * @param yarn where tasks run, if that is known
   */
  StoreChecks(
      OpenStores stores, StoreLocation place, Optional<Path> inventory, Optional<YarnHosts> yarn) {
    this.stores = stores;
    this.place = place;
    this.inventory = inventory;
    this.yarn = yarn;
  }

  List<Finding> all() {
    try {
      Store store = stores.at(place);
      mount(store);
      StoreObject object = store.stat(place.path(), true);
      StorePath around = object.isDirectory() ? place.path() : parent(place.path());
      findings.addAll(repairs(ResolvedStore.at(stores, place), around));
      List<StoreObject> files = object.isFile() ? List.of(object) : firstFiles(store);
      if (!files.isEmpty()) {
        read(store, files.get(0));
        findings.addAll(new PlacementCheck(store, yarn).run(files));
      }
      Subject subject = ResolvedStore.at(stores, place).subject(stores.config(place));
      findings.addAll(HostsFileCheck.run(subject, files));
      notices();
      inventory.ifPresent(directory -> inventory(store, directory));
    } catch (IOException e) {
      CliException problem = CliException.of(e);
      findings.add(wrong("store", problem.getMessage(), remedy(problem.exit())));
    }
    return findings;
  }

  private static StorePath parent(StorePath path) {
    return path.parent().orElse(StorePath.ROOT);
  }

  /** Looks for what only the driver sees: a directory in which nothing can be created. */
  static List<Finding> repairs(ResolvedStore driven, StorePath directory) {
    String path =
        driven
            .store()
            .info()
            .hostPath()
            .map(root -> directory.prefixedBy(root).toString())
            .orElse("");
    return driven.provider().repairs(driven.store(), directory, path).stream()
        .map(advice -> wrong("create", advice.reason(), String.join("; ", advice.commands())))
        .toList();
  }

  private void notices() {
    String remedy = "'situ doctor --self-test DIR' tries the store out";
    stores.news().forEach(notice -> findings.add(note("placement", notice, remedy)));
  }

  private static String remedy(ExitCode exit) {
    return switch (exit) {
      case PERMISSION -> "run as a user who may, or have the owner allow it";
      case BAD_INPUT -> "is the path right, and is the file system mounted?";
      case UNAVAILABLE -> "check the storage system and try again";
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

  private List<StoreObject> firstFiles(Store store) throws StoreException {
    List<StoreObject> files = new ArrayList<>();
    int entries = 0;
    try (Listing listing = store.list(place.path(), Listing.Options.RECURSIVE)) {
      for (StoreObject next = listing.next();
          next != null && entries < ENTRIES && files.size() < FILES;
          next = listing.next()) {
        entries++;
        if (next.isFile() && next.size() > 0) {
          files.add(next);
        }
      }
    }
    if (files.isEmpty()) {
      findings.add(
          note(
              "data",
              "no file with bytes was met at " + place.display(),
              "name one that has data"));
    }
    return files;
  }

  private void read(Store store, StoreObject file) {
    ReadHandle.Options here = ReadHandle.Options.DEFAULT.withoutRecall();
    try (ReadHandle handle = store.open(file.path(), here)) {
      handle.read(0, ByteBuffer.allocateDirect(1));
      findings.add(
          ok("read", "'" + file.path() + "' can be read as " + System.getProperty("user.name")));
    } catch (StoreException e) {
      CliException problem = CliException.of(e);
      findings.add(
          e.kind() == StoreException.Kind.AWAY
              ? note("read", problem.getMessage(), "a job with such input waits for the archive")
              : wrong("read", problem.getMessage(), remedy(problem.exit())));
    }
  }

  private void inventory(Store store, Path directory) {
    try {
      Manifest manifest = Inventory.open(directory).snapshot().manifest();
      manifest.requireStore(store);
      findings.add(age(manifest, directory));
    } catch (InventoryException e) {
      String scan = "situ scan " + place.display() + " --inventory " + directory;
      findings.add(wrong("inventory", e.getMessage(), scan));
    }
  }

  private Finding age(Manifest manifest, Path directory) {
    Duration age = Duration.between(manifest.startedAt(), Instant.now());
    String text =
        "snapshot "
            + manifest.id()
            + " of "
            + manifest.origin().root()
            + ", "
            + age.toHours()
            + " h old, "
            + HumanReadable.count(manifest.counts().objects(), "object");
    if (!place.path().startsWith(manifest.origin().root())) {
      String scan = "situ scan " + place.display() + " --inventory DIR";
      return note("inventory", text + ", in which " + place.display() + " is not", scan);
    }
    return age.compareTo(OLD) > 0
        ? note("inventory", text, "situ refresh --inventory " + directory)
        : ok("inventory", text);
  }
}
