// SPDX-License-Identifier: Apache-2.0
package io.situ.cli.run;

import io.situ.cli.console.CliException;
import io.situ.cli.console.ExitCode;
import io.situ.cli.context.OpenStores;
import io.situ.cli.context.StoreLocation;
import io.situ.storage.Listing;
import io.situ.storage.Store;
import io.situ.storage.StoreException;
import io.situ.storage.StoreException.Kind;
import io.situ.storage.StoreObject;
import io.situ.storage.StorePath;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** What can be known to go wrong before a job is started. */
final class Preflight {

  private final OpenStores stores;

  Preflight(OpenStores stores) {
    this.stores = stores;
  }

  /**
   * Whether an input is there and may be listed.
   *
   * @return false if it is not there but has the signs of a pattern, which Hadoop will expand
   */
  boolean input(StoreLocation place) throws StoreException {
    Store store = stores.at(place);
    StoreObject object;
    try {
      object = store.stat(place.path(), true);
    } catch (StoreException e) {
      if (e.kind() == Kind.NOT_FOUND && hasWildcards(place)) {
        return false;
      }
      if (e.kind() == Kind.NOT_FOUND) {
        throw new CliException(
            ExitCode.BAD_INPUT, "there is nothing to read at '" + place.display() + "'", e);
      }
      throw e;
    }
    if (object.isDirectory()) {
      try (Listing listing = store.list(place.path(), Listing.Options.FLAT)) {
        listing.next();
      }
    } else if (!object.isFile()) {
      throw CliException.input("'" + place.display() + "' is neither a file nor a directory");
    }
    return true;
  }

  private static boolean hasWildcards(StoreLocation place) {
    return place.path().toString().matches("(?s).*[*?\\[{].*");
  }

  /**
   * An output must not be there, and must not become input of a later run. What a killed run has
   * left there is taken away.
   *
   * @param partitions a file of partitions may be there
   */
  void output(StoreLocation place, List<StoreLocation> inputs, boolean partitions)
      throws IOException {
    Store store = stores.at(place);
    for (StoreLocation input : inputs) {
      if (isBelow(place, input)) {
        throw CliException.input(
            "the output '"
                + place.display()
                + "' lies in the input '"
                + input.display()
                + "', so the next run would read it; choose another");
      }
    }
    StaleOutputCleaner leftovers = new StaleOutputCleaner(store, place.path());
    leftovers.clean(Set.of());
    if (leftovers.exist() && !(partitions && leftovers.holdPartitionsOnly())) {
      String claimed = leftovers.holder().map(holder -> ", claimed by " + holder).orElse("");
      throw CliException.input(
          "'"
              + place.display()
              + "' is there already"
              + claimed
              + "; choose another output or delete it");
    }
  }

  private boolean isBelow(StoreLocation place, StoreLocation input) throws StoreException {
    if (input.store().equals(place.store()) && place.path().startsWith(input.path())) {
      return true;
    }
    Optional<Path> inner = real(place);
    Optional<Path> outer = real(input);
    return inner.isPresent() && outer.isPresent() && inner.get().startsWith(outer.get());
  }

  /** Where a place really lies on this host, links followed; empty if that cannot be determined. */
  private Optional<Path> real(StoreLocation place) throws StoreException {
    try {
      Optional<StorePath> root = stores.at(place).info().hostPath();
      if (root.isEmpty()) {
        return Optional.empty();
      }
      Path path = Path.of(place.path().prefixedBy(root.get()).toString());
      Path there = path;
      while (!Files.exists(there)) {
        there = there.getParent();
      }
      return Optional.of(there.toRealPath().resolve(there.relativize(path)));
    } catch (IOException | InvalidPathException e) {
      return Optional.empty();
    }
  }

  /** A path as a job's input argument that means this object and no pattern. */
  static String literal(String path) {
    return path.replaceAll("([\\\\*?\\[\\]{}])", "\\\\$1");
  }
}
