// SPDX-License-Identifier: Apache-2.0
package io.situ.hadoop.fs;

import io.situ.hadoop.fs.Operations.Op;
import io.situ.storage.ReadHandle;
import io.situ.storage.Store;
import io.situ.storage.StoreException;
import io.situ.storage.StorePath;
import java.io.IOException;
import java.net.URI;
import java.util.Optional;
import java.util.function.Supplier;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileChecksum;
import org.apache.hadoop.fs.FileSystem;

/** What one file system is made of: its share of the store, and a class for each kind of call. */
final class FileSystemParts implements AutoCloseable {

  private final StoreRegistry.Lease lease;
  private final OpenStore at;
  private final Operations operations;
  private final Optional<Places> places;
  private final SituChecksums checksums;
  private final Reads reads;
  private final Writes writes;
  private final Links links;

  private FileSystemParts(
      URI uri, Configuration conf, Settings settings, Supplier<FileSystem.Statistics> statistics)
      throws StoreException {
    HadoopPaths paths = new HadoopPaths(uri);
    StoreRegistry registry = StoreRegistry.shared();
    this.lease = registry.lease(settings.store());
    Store store = lease.store();
    this.at =
        new OpenStore(
            store,
            paths,
            new HadoopErrors(paths),
            new Locations(store, PlainPaths.of(settings)),
            settings.blockSize());
    this.operations = new Operations(at.errors(), statistics);
    this.places =
        settings.isLocal()
            ? Optional.of(new Places(paths, registry.finder().mounts()))
            : Optional.empty();
    this.checksums = SituChecksums.of(conf, settings.blockSize());
    StreamContexts streams = new StreamContexts(settings, conf, statistics);
    this.reads = new Reads(at, streams);
    this.writes = new Writes(at, streams);
    this.links = new Links(at, uri);
  }

  /**
   * @param statistics Hadoop's counters, which may be exchanged later
   * @throws IOException one sentence that names the store or key at fault
   */
  static FileSystemParts open(
      URI uri, Configuration conf, Supplier<FileSystem.Statistics> statistics) throws IOException {
    Settings settings = Settings.of(uri, conf);
    settings.refuseUnknown(StoreRegistry.shared().finder().providers());
    try {
      return new FileSystemParts(uri, conf, settings, statistics);
    } catch (StoreException e) {
      throw new IOException(uri + " cannot be opened: " + e.getMessage(), e);
    }
  }

  <T> T run(Op op, Operations.Call<T> call) throws IOException {
    return operations.run(op, call);
  }

  void act(Op op, Operations.Action action) throws IOException {
    operations.act(op, action);
  }

  OpenStore at() {
    return at;
  }

  Operations operations() {
    return operations;
  }

  /** Empty for a store with a name: it has no working directory of its own and one mount. */
  Optional<Places> places() {
    return places;
  }

  Reads reads() {
    return reads;
  }

  Writes writes() {
    return writes;
  }

  Links links() {
    return links;
  }

  Lookups lookups() {
    return new Lookups(at);
  }

  Renames renames() {
    return new Renames(at);
  }

  Deletes deletes() {
    return new Deletes(at);
  }

  Directories directories() {
    return new Directories(at);
  }

  Xattrs xattrs() {
    return new Xattrs(at);
  }

  AccessLists accessLists() {
    return new AccessLists(at);
  }

  FileChecksum checksum(StorePath path, long length) throws IOException {
    try (ReadHandle file = at.store().open(path, ReadHandle.Options.DEFAULT)) {
      return checksums.compute(file, length);
    }
  }

  @Override
  public void close() throws IOException {
    operations.close();
    lease.close();
  }
}
