package io.situ.cli;

import io.situ.mapreduce.Claim;
import io.situ.storage.Listing;
import io.situ.storage.ReadHandle;
import io.situ.storage.Store;
import io.situ.storage.Store.RenameMode;
import io.situ.storage.StoreException;
import io.situ.storage.StoreException.Kind;
import io.situ.storage.StoreObject;
import io.situ.storage.StorePath;
import io.situ.storage.tree.Trees;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What is in the way of a job's output. What a run that was killed has left is taken away, as long
 * as it is certain that the run is dead and that everything there came from it.
 */
final class Leftovers {

  private static final String SUCCESS = "_SUCCESS";

  private final Store store;
  private final StorePath output;

  Leftovers(Store store, StorePath output) {
    this.store = store;
    this.output = output;
  }

  boolean exist() throws StoreException {
    try {
      store.stat(output, false);
      return true;
    } catch (StoreException e) {
      if (e.kind() == Kind.NOT_FOUND) {
        return false;
      }
      throw e;
    }
  }

  /** Whether nothing is there but what a job makes before it is submitted. */
  boolean holdPartitionsOnly() throws StoreException {
    List<StorePath> entries = list(output);
    return entries.size() == 1 && entries.get(0).name().equals(Claim.PARTITIONS);
  }

  /** Deletes what a killed run of this user on this host has left. */
  void clean() throws IOException {
    if (claim().filter(Claim::isDead).isPresent()) {
      try (FileChannel turn = RunFolder.awaitTurn()) {
        // Another run may have cleaned and begun in the meantime.
        Optional<Claim> claim = claim().filter(Claim::isDead);
        if (turn.isOpen() && claim.isPresent()) {
          clean(claim.get());
        }
      }
    }
  }

  private void clean(Claim claim) throws StoreException {
    boolean whole = list(output).stream().anyMatch(path -> path.name().equals(SUCCESS));
    if (!whole && claim.isMade() && holdsOnlyJobFiles(output)) {
      StorePath waste = output.parent().orElseThrow().child(Claim.waste(output.name()));
      Trees.deleteTree(store, waste);
      move(output, waste);
      Trees.deleteTree(store, waste);
      return;
    }
    StorePath pending = output.child(Claim.PENDING);
    for (StorePath path : list(pending)) {
      if (path.name().equals(Claim.FILE) || path.name().contains(claim.job())) {
        Trees.deleteTree(store, path);
      }
    }
    if (list(pending).isEmpty()) {
      store.delete(pending);
    }
  }

  private void move(StorePath from, StorePath to) throws StoreException {
    try {
      store.rename(from, to, RenameMode.NO_REPLACE);
    } catch (StoreException e) {
      if (e.kind() != Kind.UNSUPPORTED) {
        throw e;
      }
      store.rename(from, to, RenameMode.REPLACE);
    }
  }

  /** Who claims the directory; empty if nobody does. */
  Optional<Claim> claim() throws StoreException {
    StorePath file = output.child(Claim.PENDING).child(Claim.FILE);
    try (ReadHandle handle = store.open(file, ReadHandle.Options.DEFAULT)) {
      ByteBuffer buffer = ByteBuffer.allocate(Claim.LONGEST);
      int length = Math.max(0, handle.read(0, buffer));
      return Claim.parse(new String(buffer.array(), 0, length, StandardCharsets.UTF_8));
    } catch (StoreException e) {
      return switch (e.kind()) {
        case NOT_FOUND, NOT_A_DIRECTORY, IS_A_DIRECTORY, PERMISSION_DENIED, UNSUPPORTED ->
            Optional.empty();
        default -> throw e;
      };
    }
  }

  private boolean holdsOnlyJobFiles(StorePath directory) throws StoreException {
    try (Listing listing = store.list(directory, Listing.Options.FLAT)) {
      for (StoreObject next = listing.next(); next != null; next = listing.next()) {
        boolean ofJobs =
            Claim.isNameOfJobs(next.path().name())
                || next.isDirectory() && holdsOnlyJobFiles(next.path());
        if (!ofJobs) {
          return false;
        }
      }
    }
    return true;
  }

  private List<StorePath> list(StorePath directory) throws StoreException {
    List<StorePath> paths = new ArrayList<>();
    try (Listing listing = store.list(directory, Listing.Options.FLAT)) {
      for (StoreObject next = listing.next(); next != null; next = listing.next()) {
        paths.add(next.path());
      }
    } catch (StoreException e) {
      if (!e.isAbsence()) {
        throw e;
      }
    }
    return paths;
  }
}
