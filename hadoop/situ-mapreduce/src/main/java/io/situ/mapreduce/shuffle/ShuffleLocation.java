// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce.shuffle;

import static io.situ.mapreduce.shuffle.ShuffleDirectory.PENDING;
import static io.situ.mapreduce.shuffle.ShuffleKeys.MODE;
import static io.situ.mapreduce.shuffle.ShuffleKeys.PLACE;

import io.situ.hadoop.fs.SituStores;
import io.situ.storage.Capability;
import io.situ.storage.Store;
import io.situ.storage.StorePath;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;

/**
 * Where a job's directory for map output will be made.
 *
 * @param path of the directory that it will be in, as this and every host sees it
 * @param links whether the store has hard links, as far as it says; a path of {@code file:} is
 *     taken to have them
 */
record ShuffleLocation(Path path, boolean links) {

  private static final String SITU = "situ";

  /**
   * The place that a job names, or else the one in its output.
   *
   * @throws IllegalArgumentException if it names none that every host sees, in one sentence
   */
  static ShuffleLocation of(Configuration conf) throws IOException {
    Optional<String> said = PLACE.find(conf::get);
    if (said.isPresent()) {
      return onHosts(
          new org.apache.hadoop.fs.Path(said.get()), conf, PLACE.name() + "=" + said.get());
    }
    String output = conf.get(FileOutputFormat.OUTDIR);
    if (output == null) {
      throw new IllegalArgumentException(
          MODE.name()
              + "=shared needs a directory on a shared store, and the job has no output directory;"
              + " name one in "
              + PLACE.name());
    }
    return onHosts(
        new org.apache.hadoop.fs.Path(output, PENDING), conf, "the job's output " + output);
  }

  private static ShuffleLocation onHosts(
      org.apache.hadoop.fs.Path place, Configuration conf, String whence) throws IOException {
    String scheme =
        Optional.ofNullable(place.toUri().getScheme())
            .orElseGet(() -> FileSystem.getDefaultUri(conf).getScheme());
    if (!scheme.equals("file") && !scheme.equals(SITU)) {
      throw notMounted(whence, "is in " + scheme + "://");
    }
    URI uri = place.getFileSystem(conf).makeQualified(place).toUri();
    if (scheme.equals("file")) {
      return new ShuffleLocation(Path.of(uri.getPath()), true);
    }
    try (Store store =
        SituStores.open(uri.getAuthority() == null ? "" : uri.getAuthority(), conf)) {
      Optional<StorePath> root = store.info().hostPath();
      if (root.isEmpty()) {
        throw notMounted(whence, "is in a store of the driver " + store.info().driver());
      }
      boolean links = store.can(Capability.HARD_LINKS, StorePath.of(uri.getPath()));
      return new ShuffleLocation(Path.of(root.get().toString(), uri.getPath()), links);
    }
  }

  private static IllegalArgumentException notMounted(String whence, String where) {
    return new IllegalArgumentException(
        MODE.name()
            + "=shared needs a directory that is mounted on every host, and "
            + whence
            + " "
            + where
            + "; set "
            + PLACE.name()
            + " to one in a mounted store, such as situ://NAME/tmp");
  }
}
