// SPDX-License-Identifier: Apache-2.0
package io.situ.cli.run;

import io.situ.cli.console.CliException;
import io.situ.cli.console.DisplayNames;
import io.situ.cli.context.GlobalOptions;
import io.situ.cli.context.OpenStores;
import io.situ.cli.context.StoreLocation;
import io.situ.cli.report.RunDirectory;
import io.situ.storage.Store;
import io.situ.storage.StoreException;
import io.situ.storage.StoreException.Kind;
import io.situ.storage.StorePath;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/**
 * The snapshots that a run reads from. Each is noted in the run's folder before it is taken, so
 * that it is released also if the run is killed: by the next one.
 */
final class InputSnapshots {

  private final RunDirectory folder;
  private final GlobalOptions situ;

  InputSnapshots(RunDirectory folder, GlobalOptions situ) {
    this.folder = folder;
    this.situ = situ;
  }

  /** The same call on inputs that do not change any more. */
  JobCall freeze(JobCall call) throws IOException {
    List<String> args = new ArrayList<>(call.args());
    try (OpenStores stores = situ.stores()) {
      int number = 0;
      for (Map.Entry<Integer, StoreLocation> input : call.inputs().entrySet()) {
        String label = prefix() + ++number + "-" + UUID.randomUUID();
        StoreLocation frozen = freeze(stores.at(input.getValue()), input.getValue(), label);
        BuiltInJob workload = call.known().orElseThrow();
        args.set(input.getKey(), workload.input(Preflight.literal(frozen.uri())));
      }
    }
    return call.withArgs(args);
  }

  private StoreLocation freeze(Store store, StoreLocation place, String label) throws IOException {
    boolean file = store.stat(place.path(), true).isFile();
    StorePath directory = file ? place.path().parent().orElseThrow() : place.path();
    StorePath snapshot;
    try {
      snapshot = store.snapshotPath(directory, label);
      StoreLocation taken = new StoreLocation(place.store(), snapshot);
      Path note = folder.note(SnapshotNote.of(store, taken, directory).text());
      // Never closed here: it is released by its note, by the process that finds it.
      create(store, directory, label, note);
    } catch (StoreException e) {
      throw new CliException(
          CliException.exit(e.kind()),
          "'" + place.display() + "' cannot be frozen: " + e.reason() + "; leave --snapshot out",
          e);
    }
    return new StoreLocation(place.store(), file ? snapshot.child(place.path().name()) : snapshot);
  }

  /** What is there already under the noted name is not this run's. */
  private static void create(Store store, StorePath directory, String label, Path note)
      throws IOException {
    try {
      store.snapshot(directory, label);
    } catch (StoreException e) {
      if (e.kind() == Kind.ALREADY_EXISTS) {
        Files.delete(note);
      }
      throw e;
    }
  }

  private String prefix() {
    return "situ-run-" + folder.name() + "-";
  }

  /**
   * Releases the run's snapshots, unless YARN may still run a job of it. One of another name than
   * this run gives is not touched: the name, which cannot be guessed and was noted in a directory
   * of this user's before, is what makes a snapshot this run's. One that cannot be released stays
   * noted, which is warned of.
   */
  void release() throws IOException {
    List<Path> notes = folder.notes();
    if (notes.isEmpty()) {
      return;
    }
    Optional<String> running = folder.runningJob();
    if (running.isPresent()) {
      warnAboutKeptSnapshot(folder, running.get());
      return;
    }
    try (OpenStores stores = situ.stores()) {
      for (Path note : notes) {
        try {
          release(stores, note);
        } catch (IOException | CliException e) {
          warnAboutKeptSnapshot(
              folder,
              CliException.of(e).getMessage()
                  + "; if it is not there any more, delete '"
                  + note
                  + "'");
        }
      }
    }
  }

  private void release(OpenStores stores, Path file) throws IOException {
    String text = Files.readString(file);
    // What earlier versions could not write for want of space: nothing was taken after that.
    if (!text.isEmpty()) {
      SnapshotNote note = SnapshotNote.parse(text);
      StoreLocation place = note.snapshot();
      if (!place.path().name().startsWith(prefix())) {
        throw new IOException("'" + place.display() + "' has not the name of one of its own");
      }
      note.delete(stores.at(place));
    }
    Files.deleteIfExists(file);
  }

  /**
   * Releases those of runs that were killed, once no job reads them any more. One that cannot be
   * released now stays noted.
   */
  static void releaseOrphaned(GlobalOptions situ) throws IOException {
    for (RunDirectory run : RunDirectory.all()) {
      if (!run.notes().isEmpty()) {
        try {
          releaseIfOrphaned(run, situ);
        } catch (IOException | CliException e) {
          warnAboutKeptSnapshot(run, CliException.of(e).getMessage());
        }
      }
    }
  }

  private static void releaseIfOrphaned(RunDirectory run, GlobalOptions situ) throws IOException {
    if (run.isDead()) {
      new InputSnapshots(run, situ).release();
      return;
    }
    run.doubt()
        .ifPresent(
            doubt ->
                warnAboutKeptSnapshot(
                    run,
                    doubt
                        + "; if it is over, delete the snapshot that is noted in '"
                        + run.path().resolve(RunDirectory.SNAPSHOTS)
                        + "', and then that directory"));
  }

  private static void warnAboutKeptSnapshot(RunDirectory run, String reason) {
    System.err.println(
        "situ: a snapshot of the run " + run.name() + " stays: " + DisplayNames.sentence(reason));
  }
}
