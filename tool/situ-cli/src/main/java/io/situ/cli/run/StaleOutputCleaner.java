// SPDX-License-Identifier: Apache-2.0
package io.situ.cli.run;

import io.situ.cli.report.RunDirectory;
import io.situ.mapreduce.lease.LeaseRecord;
import io.situ.mapreduce.lease.UnfinishedOutput;
import io.situ.storage.Listing;
import io.situ.storage.Store;
import io.situ.storage.StoreException;
import io.situ.storage.StoreException.Kind;
import io.situ.storage.StoreObject;
import io.situ.storage.StorePath;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What is in the way of a job's output. What a run that was killed has left is taken away, as long
 * as it is certain that the run is dead and that everything there came from it.
 */
final class StaleOutputCleaner {

  private final Store store;
  private final StorePath output;

  StaleOutputCleaner(Store store, StorePath output) {
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
    return entries.size() == 1 && entries.get(0).name().equals(LeaseRecord.PARTITIONS);
  }

  /**
   * Deletes what a killed run of this user on this host has left.
   *
   * @param over jobs that do not run any more, wherever they ran
   */
  void clean(Set<String> over) throws IOException {
    UnfinishedOutput unfinished = UnfinishedOutput.at(store, output);
    if (unfinished.isOfDeadProcess(over)) {
      // Another run that cleans up here is waited for: the output is gone afterwards.
      try (FileChannel turn = RunDirectory.awaitTurn()) {
        if (turn.isOpen()) {
          unfinished.removeIfDead(over);
        }
      }
    }
  }

  /** Returns whether one of these jobs has the lease of the directory. */
  boolean isOf(Set<String> jobs) throws StoreException {
    return UnfinishedOutput.at(store, output).isOf(jobs);
  }

  /** Who has the lease of the directory, as a clause; empty if there is none. */
  Optional<String> holder() throws StoreException {
    return UnfinishedOutput.at(store, output).holder();
  }

  private List<StorePath> list(StorePath directory) throws StoreException {
    List<StorePath> paths = new ArrayList<>();
    try (Listing listing = store.list(directory, Listing.Options.FLAT)) {
      for (StoreObject next = listing.next(); next != null; next = listing.next()) {
        paths.add(next.path());
      }
    } catch (StoreException e) {
      if (!e.isNotFound()) {
        throw e;
      }
    }
    return paths;
  }
}
