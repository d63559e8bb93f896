// SPDX-License-Identifier: Apache-2.0
package io.situ.hadoop.fs.operation;

import io.situ.hadoop.fs.config.FileSystemSettings;
import io.situ.hadoop.fs.config.StoreCache;
import io.situ.hadoop.fs.operation.OperationRunner.Op;
import io.situ.hadoop.fs.path.HadoopErrors;
import io.situ.hadoop.fs.path.HadoopPaths;
import io.situ.hadoop.fs.path.LocalMounts;
import io.situ.hadoop.fs.placement.BlockLocations;
import io.situ.hadoop.fs.placement.PlainPaths;
import io.situ.hadoop.fs.stream.SituChecksums;
import io.situ.hadoop.fs.stream.StreamContexts;
import io.situ.storage.ReadHandle;
import io.situ.storage.Store;
import io.situ.storage.StoreException;
import io.situ.storage.StorePath;
import java.io.IOException;
import java.net.URI;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileChecksum;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/** What one file system is made of: its share of the store, and a class for each kind of call. */
public final class FileSystemOperations implements AutoCloseable {

  private final StoreCache.Lease lease;
  private final StoreContext context;
  private final OperationRunner operations;
  private final Optional<LocalMounts> places;
  private final SituChecksums checksums;
  private final OpenOperation reads;
  private final CreateOperation writes;
  private final SymlinkOperations links;
  private final PlainPaths plain;

  private FileSystemOperations(
      URI uri,
      Configuration conf,
      FileSystemSettings settings,
      SituChecksums checksums,
      Supplier<FileSystem.Statistics> statistics)
      throws StoreException {
    HadoopPaths paths = new HadoopPaths(uri);
    StoreCache registry = StoreCache.shared();
    this.lease = registry.lease(settings.store());
    Store store = lease.store();
    this.plain = PlainPaths.of(settings);
    this.context =
        new StoreContext(
            store,
            paths,
            new HadoopErrors(paths),
            new BlockLocations(store, plain),
            settings.blockSize());
    this.operations = new OperationRunner(context.errors(), statistics);
    this.places =
        settings.isLocal()
            ? Optional.of(new LocalMounts(paths, registry.finder().mounts()))
            : Optional.empty();
    this.checksums = checksums;
    StreamContexts streams = new StreamContexts(settings, conf, statistics);
    this.reads = new OpenOperation(context, streams);
    this.writes = new CreateOperation(context, streams);
    this.links = new SymlinkOperations(context, uri);
  }

  /**
   * @param statistics Hadoop's counters, which may be exchanged later
   * @throws IOException one sentence that names the store or key at fault
   */
  public static FileSystemOperations open(
      URI uri, Configuration conf, Supplier<FileSystem.Statistics> statistics) throws IOException {
    FileSystemSettings settings = FileSystemSettings.of(uri, conf);
    settings.refuseUnknown(StoreCache.shared().finder().providers());
    SituChecksums checksums = SituChecksums.of(conf, settings.blockSize());
    try {
      return new FileSystemOperations(uri, conf, settings, checksums, statistics);
    } catch (StoreException e) {
      throw new IOException(uri + " cannot be opened: " + e.getMessage(), e);
    }
  }

  public <T> T run(Op op, OperationRunner.Call<T> call) throws IOException {
    return operations.run(op, call);
  }

  public void act(Op op, OperationRunner.Action action) throws IOException {
    operations.act(op, action);
  }

  public StoreContext context() {
    return context;
  }

  public OperationRunner operations() {
    return operations;
  }

  /** Empty for a store with a name: it has no working directory of its own and one mount. */
  public Optional<LocalMounts> places() {
    return places;
  }

  public OpenOperation reads() {
    return reads;
  }

  public CreateOperation writes() {
    return writes;
  }

  /** Returns what holds for paths by where they are. */
  public PlainPaths plain() {
    return plain;
  }

  public SymlinkOperations links() {
    return links;
  }

  public GetStatusOperation lookups() {
    return new GetStatusOperation(context);
  }

  /**
   * @param qualified makes a path full
   */
  public GetPlacementOperation placement(UnaryOperator<Path> qualified) {
    return new GetPlacementOperation(context, operations, qualified);
  }

  public RenameOperation renames() {
    return new RenameOperation(context);
  }

  public DeleteOperation deletes() {
    return new DeleteOperation(context);
  }

  public MkdirsOperation directories() {
    return new MkdirsOperation(context);
  }

  public XattrOperations xattrs() {
    return new XattrOperations(context);
  }

  public AclOperations accessLists() {
    return new AclOperations(context);
  }

  public FileChecksum checksum(StorePath path, long length) throws IOException {
    try (ReadHandle file = context.store().open(path, ReadHandle.Options.DEFAULT)) {
      return checksums.compute(file, length);
    }
  }

  @Override
  public void close() throws IOException {
    operations.close();
    lease.close();
  }
}
