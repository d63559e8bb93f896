// SPDX-License-Identifier: Apache-2.0
package io.situ.cli.run;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.situ.cli.context.StoreLocation;
import io.situ.storage.Store;
import io.situ.storage.StoreException;
import io.situ.storage.StoreObject;
import io.situ.storage.StorePath;
import io.situ.storage.util.StoreFiles;
import java.io.IOException;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What is noted of a snapshot before it is taken.
 *
 * @param snapshot where it is once it is taken
 * @param source what is frozen; empty in notes of earlier versions
 */
record SnapshotNote(StoreLocation snapshot, Optional<Source> source) {

  private static final ObjectMapper JSON = new ObjectMapper();

  /** The end of what earlier versions noted of a directory: its inode number. */
  private static final Pattern EARLIER = Pattern.compile("(?s).*[: ](-?[0-9]{1,19})");

  /**
   * The frozen directory. A path may name another one under another configuration, or where
   * something else or nothing is mounted.
   *
   * @param fileSystem that it lies in, see {@link Store#fileSystem}; empty where that was not
   *     reported, and in notes of earlier versions
   * @param identity of the directory in its file system
   */
  record Source(StoreLocation directory, Optional<String> fileSystem, long identity) {

    /** Whether a store has this directory at its path, as far as the store reports that. */
    boolean isIn(Store store) throws StoreException {
      Optional<StoreObject> found = StoreFiles.find(store, directory.path());
      Optional<String> now = store.fileSystem(directory.path());
      boolean another = fileSystem.isPresent() && now.isPresent() && !now.equals(fileSystem);
      return !another && found.isPresent() && found.get().version().identity() == identity;
    }
  }

  /** Creates the note of a snapshot that is about to be taken of a directory of {@code store}. */
  static SnapshotNote of(Store store, StoreLocation snapshot, StorePath directory)
      throws StoreException {
    long identity = store.stat(directory, true).version().identity();
    StoreLocation frozen = new StoreLocation(snapshot.store(), directory);
    return new SnapshotNote(
        snapshot, Optional.of(new Source(frozen, store.fileSystem(directory), identity)));
  }

  /**
   * Reads what {@link #text} wrote, or what earlier versions noted: the URI alone, or an identity
   * that begins with how the file system was mounted.
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
                Optional.ofNullable(json.path("fileSystem").textValue()),
                identity(json.path("identity")))));
  }

  private static long identity(JsonNode noted) throws IOException {
    if (noted.isIntegralNumber()) {
      return noted.asLong();
    }
    Matcher earlier = EARLIER.matcher(noted.asText());
    if (!earlier.matches()) {
      throw new IOException("its note does not say which directory it is of");
    }
    return Long.parseLong(earlier.group(1));
  }

  String text() {
    var json = JSON.createObjectNode().put("snapshot", snapshot.uri());
    source.ifPresent(
        frozen -> {
          json.put("directory", frozen.directory().uri()).put("identity", frozen.identity());
          frozen.fileSystem().ifPresent(system -> json.put("fileSystem", system));
        });
    return json.toString();
  }

  /**
   * Deletes the snapshot, if it is still there.
   *
   * @param store the one that is opened for its location now
   * @throws IOException if this is not where it was taken, or it cannot be deleted
   */
  void delete(Store store) throws IOException {
    if (source.isPresent() && !source.get().isIn(store)) {
      throw elsewhere(source.get().directory());
    }
    boolean deleted = store.delete(snapshot.path());
    StorePath parent = snapshot.path().parent().orElseThrow();
    if (!deleted && source.isEmpty() && StoreFiles.find(store, parent).isEmpty()) {
      throw elsewhere(new StoreLocation(snapshot.store(), parent));
    }
  }

  private IOException elsewhere(StoreLocation directory) {
    return new IOException(
        "the directory in which it was taken is not at '"
            + directory.display()
            + "' now; mount it, or call 'situ run' with the configuration of that run");
  }
}
