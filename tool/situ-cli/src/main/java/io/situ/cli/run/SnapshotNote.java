// SPDX-License-Identifier: Apache-2.0
package io.situ.cli.run;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.situ.cli.context.StoreLocation;
import io.situ.storage.Store;
import io.situ.storage.StoreException;
import io.situ.storage.StoreObject;
import io.situ.storage.StorePath;
import io.situ.storage.mount.MountTable;
import io.situ.storage.mounted.path.StoreRoot;
import io.situ.storage.util.StoreFiles;
import java.io.IOException;
import java.util.Optional;

/**
 * What is noted of a snapshot before it is taken.
 *
 * @param snapshot where it is once it is taken
 * @param source what is frozen; empty in notes of earlier versions
 */
record SnapshotNote(StoreLocation snapshot, Optional<Source> source) {

  private static final ObjectMapper JSON = new ObjectMapper();

  /**
   * The frozen directory.
   *
   * @param identity of the directory and of the file system or store that it lies in: a path may
   *     name another one under another configuration, or where something else or nothing is mounted
   */
  record Source(StoreLocation directory, String identity) {}

  /** Creates the note of a snapshot that is about to be taken of a directory of {@code store}. */
  static SnapshotNote of(Store store, StoreLocation snapshot, StorePath directory)
      throws StoreException {
    String identity = identity(store, store.stat(directory, true));
    StoreLocation frozen = new StoreLocation(snapshot.store(), directory);
    return new SnapshotNote(snapshot, Optional.of(new Source(frozen, identity)));
  }

  /** The store behind {@code situ:///} has one identity, whatever is mounted at a path. */
  private static String identity(Store store, StoreObject directory) throws StoreException {
    Optional<StorePath> root = store.info().hostPath();
    return root.isPresent()
        ? StoreRoot.identityOf(directory.path().prefixedBy(root.get()), MountTable.ofSystem())
        : store.info().identity() + " " + directory.version().identity();
  }

  /**
   * Reads what {@link #text} wrote, or the URI alone that earlier versions noted.
   *
   * @throws IOException if it is damaged
   */
  static SnapshotNote parse(String text) throws IOException {
    if (!text.startsWith("{")) {
      return new SnapshotNote(StoreLocation.of(text, ""), Optional.empty());
    }
    JsonNode json = JSON.readTree(text);
    return new SnapshotNote(
        StoreLocation.of(json.path("snapshot").asText(), ""),
        Optional.of(
            new Source(
                StoreLocation.of(json.path("directory").asText(), ""),
                json.path("identity").asText())));
  }

  String text() {
    var json = JSON.createObjectNode().put("snapshot", snapshot.uri());
    source.ifPresent(
        frozen ->
            json.put("directory", frozen.directory().uri()).put("identity", frozen.identity()));
    return json.toString();
  }

  /**
   * Deletes the snapshot, if it is still there.
   *
   * @param store the one that is opened for its location now
   * @throws IOException if this is not where it was taken, or it cannot be deleted
   */
  void delete(Store store) throws IOException {
    if (source.isPresent() && !isSame(store, source.get())) {
      throw elsewhere(source.get().directory());
    }
    boolean deleted = store.delete(snapshot.path());
    StorePath parent = snapshot.path().parent().orElseThrow();
    if (!deleted && source.isEmpty() && StoreFiles.find(store, parent).isEmpty()) {
      throw elsewhere(new StoreLocation(snapshot.store(), parent));
    }
  }

  private static boolean isSame(Store store, Source frozen) throws StoreException {
    Optional<StoreObject> found = StoreFiles.find(store, frozen.directory().path());
    return found.isPresent() && identity(store, found.get()).equals(frozen.identity());
  }

  private IOException elsewhere(StoreLocation directory) {
    return new IOException(
        "the directory in which it was taken is not at '"
            + directory.display()
            + "' now; mount it, or call 'situ run' with the configuration of that run");
  }
}
