// SPDX-License-Identifier: Apache-2.0
package io.situ.hadoop.fs.operation;

import io.situ.hadoop.fs.placement.BlockLocations;
import io.situ.hadoop.fs.status.SituFileStatus;
import io.situ.hadoop.fs.status.SituLocatedFileStatus;
import io.situ.hadoop.fs.status.VersionedStatus;
import io.situ.storage.Listing;
import io.situ.storage.StorageUsage;
import io.situ.storage.StoreObject;
import io.situ.storage.StorePath;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.ContentSummary;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FsStatus;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.PathFilter;
import org.apache.hadoop.fs.RemoteIterator;

/** What is there: status, listings, locations, sums. Paths are full. */
public final class GetStatusOperation {

  private static final Listing.Options TREE = Listing.Options.RECURSIVE.withFollowLinks();

  private final StoreContext at;

  GetStatusOperation(StoreContext at) {
    this.at = at;
  }

  public SituFileStatus status(Path path) throws IOException {
    return at.status(at.store().stat(at.paths().toStore(path), true), path);
  }

  public FileStatus[] array(Path path) throws IOException {
    List<FileStatus> all = new ArrayList<>();
    RemoteIterator<FileStatus> entries = entries(path);
    while (entries.hasNext()) {
      all.add(entries.next());
    }
    return all.toArray(FileStatus[]::new);
  }

  public RemoteIterator<FileStatus> entries(Path path) throws IOException {
    return StoreListing.of(at, at.paths().toStore(path), false, this::plain);
  }

  public RemoteIterator<LocatedFileStatus> located(Path path, PathFilter filter)
      throws IOException {
    RemoteIterator<LocatedFileStatus> all =
        StoreListing.of(at, at.paths().toStore(path), true, this::located);
    return org.apache.hadoop.util.functional.RemoteIterators.filteringRemoteIterator(
        all, status -> filter.accept(status.getPath()));
  }

  private FileStatus plain(StoreObject object) {
    return at.status(object, at.paths().toHadoop(object.path()));
  }

  private LocatedFileStatus located(StoreObject object) {
    SituFileStatus status = at.statusToCopy(object, at.paths().toHadoop(object.path()));
    return new SituLocatedFileStatus(status, blocks(object, status));
  }

  private BlockLocation[] blocks(StoreObject object, SituFileStatus status) {
    if (status.isSymlink()) {
      return BlockLocations.withoutHosts(status.getLen(), 0, status.getLen());
    }
    return object.isFile() ? at.locations().blocks(object) : null;
  }

  /**
   * Returns the blocks of a range. The store is asked for nothing but placement where {@code file}
   * is a status it gave, and for nothing where that is a link's own.
   */
  public BlockLocation[] locations(FileStatus file, Path path, long start, long length)
      throws IOException {
    if (file.isDirectory()) {
      return new BlockLocation[0];
    }
    return file.isSymlink()
        ? BlockLocations.withoutHosts(file.getLen(), start, length)
        : at.locations().blocks(object(file, path), start, length);
  }

  private StoreObject object(FileStatus file, Path path) throws IOException {
    return file instanceof VersionedStatus known
        ? SituFileStatus.object(file, known.version(), at.paths())
        : at.store().stat(at.paths().toStore(path), true);
  }

  /** Counts what a listing would show: links to files as files, links to directories as one. */
  public ContentSummary summary(Path path) throws IOException {
    StorePath place = at.paths().toStore(path);
    StoreObject top = at.store().stat(place, true);
    long bytes = top.isFile() ? top.size() : 0;
    long files = top.isDirectory() ? 0 : 1;
    long directories = 1 - files;
    if (top.isDirectory()) {
      try (Listing listing = at.store().list(place, TREE)) {
        for (StoreObject o = listing.next(); o != null; o = listing.next()) {
          bytes += o.isFile() ? o.size() : 0;
          files += o.isDirectory() ? 0 : 1;
          directories += o.isDirectory() ? 1 : 0;
        }
      }
    }
    return new ContentSummary.Builder()
        .length(bytes)
        .spaceConsumed(bytes)
        .fileCount(files)
        .directoryCount(directories)
        .spaceQuota(at.store().space(place).quota().orElse(-1))
        .build();
  }

  public FsStatus space(Path path) throws IOException {
    StorageUsage space = at.store().space(at.paths().toStore(path));
    return new FsStatus(space.capacity(), space.used(), space.available());
  }
}
