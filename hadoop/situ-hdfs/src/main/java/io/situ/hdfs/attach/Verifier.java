// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.attach;

import io.situ.hdfs.attach.BrokenFile.Kind;
import io.situ.hdfs.client.FileChecksums;
import io.situ.hdfs.link.LinkBrokenException;
import io.situ.hdfs.parallel.ParallelSteps;
import io.situ.hdfs.source.AttachFailures;
import io.situ.hdfs.source.ObjectSources;
import io.situ.hdfs.tree.HdfsFileInfo;
import io.situ.hdfs.tree.HdfsTreeWalker;
import io.situ.hdfs.tree.TreeRoot;
import io.situ.storage.StoreException;
import io.situ.storage.StorePath;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Consumer;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;

/**
 * Asks the store of each attached file whether its object is what was attached, and compares
 * checksums where some are noted. Not thread-safe.
 */
final class Verifier implements HdfsTreeWalker.Visitor {

  private final DistributedFileSystem hdfs;
  private final ParallelSteps parallel;
  private final ObjectSources sources;
  private final Consumer<BrokenFile> report;
  private final KnownChecksums sums;
  private final FileChecksums checksums;
  private final MissingChecksums missing;
  private Optional<TreeRoot> root = Optional.empty();
  private long files;

  Verifier(
      DistributedFileSystem hdfs,
      ParallelSteps parallel,
      ObjectSources sources,
      Consumer<BrokenFile> report,
      KnownChecksums sums,
      FileChecksums checksums) {
    this.hdfs = hdfs;
    this.sums = sums;
    this.checksums = checksums;
    this.missing = new MissingChecksums(hdfs);
    this.parallel = parallel;
    this.sources = sources;
    this.report = report;
  }

  /** How many attached files were looked at. */
  long run(Path directory) throws IOException {
    root = TreeRoot.of(hdfs, directory);
    if (root.isPresent()) {
      root.get().refuseOld();
    }
    new HdfsTreeWalker(hdfs.getClient().getNamenode(), parallel, this)
        .run(directory.toUri().getPath());
    return files;
  }

  @Override
  public void files(List<HdfsFileInfo> found) throws IOException {
    List<HdfsFileInfo> attached = HdfsFileInfo.attached(found);
    files += attached.size();
    Optional<IOException> failure = Optional.empty();
    for (Outcome outcome : parallel.all(found, this::outcome)) {
      outcome.broken().ifPresent(report);
      failure = failure.or(outcome::failure);
    }
    if (failure.isPresent()) {
      throw failure.get();
    }
  }

  /** What is broken about a file, or why that is not known. */
  private record Outcome(Optional<BrokenFile> broken, Optional<IOException> failure) {}

  private Outcome outcome(HdfsFileInfo file) {
    try {
      return new Outcome(verifyFile(file), Optional.empty());
    } catch (IOException e) {
      return new Outcome(Optional.empty(), Optional.of(e));
    }
  }

  private Optional<BrokenFile> verifyFile(HdfsFileInfo file) throws IOException {
    Optional<BrokenFile> broken = file.isAttached() ? attached(file) : own(file);
    return broken.isPresent() && !isThere(file) ? Optional.empty() : broken;
  }

  /** A file of HDFS's own says nothing of the store, unless it is where an object belongs. */
  private Optional<BrokenFile> own(HdfsFileInfo file) throws IOException {
    Optional<StorePath> object = root.flatMap(at -> at.tree().at(at.place(file.path())));
    try {
      return object.isPresent() && sources.isFile(root.get().tree(), object.get())
          ? broken(
              file,
              Kind.FOREIGN,
              "is a file of HDFS's own in the place of '"
                  + object.get()
                  + "'; move it away and call 'situ attach'")
          : Optional.empty();
    } catch (StoreException e) {
      return unavailable(file, e);
    }
  }

  private static Optional<BrokenFile> broken(HdfsFileInfo file, Kind kind, String difference) {
    return Optional.of(new BrokenFile(file.path(), kind, difference));
  }

  /**
   * What the store says of one object, which says nothing of the others.
   *
   * @throws StoreException if it is said of the store
   */
  private static Optional<BrokenFile> unavailable(HdfsFileInfo file, StoreException failure)
      throws StoreException {
    if (!AttachFailures.isOfOne(failure) || failure.path().isEmpty()) {
      throw failure;
    }
    return ObjectSources.isGone(failure)
        ? broken(file, Kind.VANISHED, failure.getMessage())
        : broken(file, Kind.UNKNOWN, "its object cannot be looked at: " + failure.getMessage());
  }

  private Optional<BrokenFile> attached(HdfsFileInfo file) throws IOException {
    Optional<BrokenFile> changed = changed(file);
    if (changed.isPresent()) {
      return changed;
    }
    long unserved = file.blocks().stream().filter(HdfsFileInfo::isUnserved).count();
    return unserved == 0
        ? compare(file)
        : broken(
            file,
            Kind.UNSERVED,
            "no DataNode serves " + unserved + " of its " + file.blocks().size() + " blocks");
  }

  /** Returns how the object is not the one that was attached; empty if it is. */
  private Optional<BrokenFile> changed(HdfsFileInfo file) throws IOException {
    try {
      sources.check(file.mark().orElseThrow());
      return Optional.empty();
    } catch (LinkBrokenException e) {
      boolean gone = e.getCause() instanceof StoreException;
      return broken(file, gone ? Kind.VANISHED : Kind.CHANGED, e.getMessage());
    } catch (StoreException e) {
      return unavailable(file, e);
    }
  }

  /** HDFS gives no checksum of that kind for a file without bytes. */
  private Optional<BrokenFile> compare(HdfsFileInfo file) throws IOException {
    OptionalInt noted = sums.of(file.mark().orElseThrow());
    if (noted.isEmpty() || file.status().getLen() == 0) {
      return Optional.empty();
    }
    missing.refuseMore();
    int sum;
    try {
      sum = checksums.of(file.path(), file.blocks());
    } catch (IOException e) {
      if (!isThere(file)) {
        return Optional.empty();
      }
      if (e instanceof FileChecksums.NoChecksumException refused) {
        return withoutChecksum(file, refused);
      }
      throw e;
    }
    missing.answered();
    boolean same = sum == noted.getAsInt();
    if (!same && !isThere(file)) {
      return Optional.empty();
    }
    sums.compared();
    return same
        ? Optional.empty()
        : broken(
            file,
            Kind.DAMAGED,
            String.format(
                "its bytes have the checksum %08x, and the object had %08x when it was scanned, as"
                    + " the same version",
                sum, noted.getAsInt()));
  }

  /** DataNodes refuse a block whose object has changed, by its version or by its bytes alone. */
  private Optional<BrokenFile> withoutChecksum(HdfsFileInfo file, IOException failure)
      throws IOException {
    Optional<BrokenFile> changed = changed(file);
    return changed.isPresent()
        ? changed
        : broken(file, Kind.UNSERVED, missing.reason(file, failure));
  }

  /** Whether it has not been deleted, moved, replaced or written since it was looked at. */
  private boolean isThere(HdfsFileInfo file) throws IOException {
    return file.isUnchanged(hdfs.getClient().getNamenode());
  }
}
