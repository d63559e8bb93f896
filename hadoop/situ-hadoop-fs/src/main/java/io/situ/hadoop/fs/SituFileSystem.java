// SPDX-License-Identifier: Apache-2.0
package io.situ.hadoop.fs;

import io.situ.hadoop.fs.config.ProcessUmask;
import io.situ.hadoop.fs.config.ProxyUserCheck;
import io.situ.hadoop.fs.config.SituKeys;
import io.situ.hadoop.fs.operation.CreateOperation;
import io.situ.hadoop.fs.operation.FileSystemOperations;
import io.situ.hadoop.fs.operation.GetPlacementOperation;
import io.situ.hadoop.fs.operation.OpenOperation;
import io.situ.hadoop.fs.operation.OperationRunner.Op;
import io.situ.hadoop.fs.path.Globs;
import io.situ.hadoop.fs.path.LocalMounts;
import io.situ.hadoop.fs.status.SituPathHandle;
import io.situ.storage.Capability;
import io.situ.storage.ReadHandle;
import io.situ.storage.Store;
import io.situ.storage.StorePath;
import io.situ.storage.WriteHandle;
import java.io.IOException;
import java.net.URI;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.ContentSummary;
import org.apache.hadoop.fs.CreateFlag;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileChecksum;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FsStatus;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.MultipartUploaderBuilder;
import org.apache.hadoop.fs.Options;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.PathFilter;
import org.apache.hadoop.fs.PathHandle;
import org.apache.hadoop.fs.RemoteIterator;
import org.apache.hadoop.fs.StorageStatistics;
import org.apache.hadoop.fs.impl.OpenFileParameters;
import org.apache.hadoop.fs.impl.PathCapabilitiesSupport;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.fs.statistics.IOStatistics;
import org.apache.hadoop.fs.statistics.IOStatisticsSource;
import org.apache.hadoop.fs.statistics.impl.StorageStatisticsFromIOStatistics;
import org.apache.hadoop.util.LambdaUtils;
import org.apache.hadoop.util.Progressable;

/**
 * Hadoop's view of a store. {@code situ:///path} is a path of this host, whatever is mounted there;
 * {@code situ://NAME/path} lies in the store that the keys {@code fs.situ.store.NAME.*} describe.
 *
 * <p>Renames, creation without overwriting and every other call are as atomic as the store is.
 * Symbolic links are followed by the store itself. Block locations come from the store and are
 * empty where it knows none. Thread-safe; streams state their own rules.
 */
public class SituFileSystem extends AttributedFileSystem implements IOStatisticsSource {

  static {
    DefaultConfiguration.install();
  }

  private URI uri;
  private FileSystemOperations parts;
  private Path working;

  @Override
  public String getScheme() {
    return SituKeys.SCHEME;
  }

  /**
   * @throws IOException if there is no such store, if a key is unknown or is not valid, if the
   *     store cannot be opened, or if the process acts for a user other than its own
   */
  @Override
  public void initialize(URI name, Configuration conf) throws IOException {
    super.initialize(name, conf);
    setConf(conf);
    uri =
        URI.create(
            SituKeys.SCHEME + "://" + (name.getAuthority() == null ? "/" : name.getAuthority()));
    ProxyUserCheck.check(uri);
    parts = FileSystemOperations.open(uri, conf, () -> statistics);
    if (parts.plain().layOutNewFiles()) {
      ParquetPadding.enable(conf);
    }
    Path start = getInitialWorkingDirectory();
    working = start == null ? getHomeDirectory() : start;
  }

  @Override
  public URI getUri() {
    return uri;
  }

  /** None: a store asks for no token. */
  @Override
  public String getCanonicalServiceName() {
    return null;
  }

  @Override
  FileSystemOperations parts() {
    return parts;
  }

  @Override
  StorePath place(Path path) {
    return parts.context().paths().toStore(makeQualified(path));
  }

  /** Returns the store behind this file system, which closes it. */
  public Store store() {
    return parts.context().store();
  }

  /** Returns where a path lies in {@link #store()}. */
  public StorePath storePath(Path path) {
    return place(path);
  }

  /** FileSystem's own methods have taken Hadoop's umask off already, and say what it was before. */
  private int mode(FsPermission permission, FsPermission fallback) {
    FsPermission given = permission == null ? fallback : permission;
    FsPermission asked = given.getUnmasked() == null ? given : given.getUnmasked();
    return asked.applyUMask(ProcessUmask.of(getConf())).toShort();
  }

  /** Returns the permission bits of a directory that is made where nothing else is asked for. */
  public int directoryMode() {
    return mode(null, FsPermission.getDirDefault());
  }

  @Override
  public Path getWorkingDirectory() {
    return working;
  }

  @Override
  public void setWorkingDirectory(Path directory) {
    working = makeQualified(directory);
  }

  @Override
  protected Path getInitialWorkingDirectory() {
    return parts.places().map(LocalMounts::working).orElse(null);
  }

  @Override
  public Path getHomeDirectory() {
    return parts.places().map(LocalMounts::home).orElseGet(super::getHomeDirectory);
  }

  @Override
  @Deprecated
  public long getDefaultBlockSize() {
    return parts.context().blockSize();
  }

  @Override
  public long getDefaultBlockSize(Path path) {
    return parts.plain().newBlockSize(place(path));
  }

  @Override
  public FSDataInputStream open(Path path, int bufferSize) throws IOException {
    return open(path, ReadHandle.Options.DEFAULT);
  }

  private FSDataInputStream open(Path path, ReadHandle.Options options) throws IOException {
    StorePath place = place(path);
    return parts.run(Op.OPEN, () -> parts.reads().open(place, options));
  }

  @Override
  protected CompletableFuture<FSDataInputStream> openFileWithOptions(
      Path path, OpenFileParameters parameters) throws IOException {
    ReadHandle.Options options = OpenOperation.options(path, parameters);
    return LambdaUtils.eval(new CompletableFuture<>(), () -> open(path, options));
  }

  @Override
  public FSDataInputStream open(PathHandle handle, int bufferSize) throws IOException {
    SituPathHandle own = SituPathHandle.of(handle);
    return parts
        .operations()
        .run(
            Op.OPEN,
            () -> parts.reads().open(own.path(), own.options()),
            e -> SituPathHandle.failure(e, parts.context().errors()));
  }

  @Override
  protected SituPathHandle createPathHandle(FileStatus status, Options.HandleOpt... options) {
    return SituPathHandle.of(status, place(status.getPath()), options);
  }

  @Override
  public FSDataOutputStream create(
      Path path,
      FsPermission permission,
      boolean overwrite,
      int bufferSize,
      short replication,
      long blockSize,
      Progressable progress)
      throws IOException {
    StorePath place = place(path);
    int mode = mode(permission, FsPermission.getFileDefault());
    WriteHandle.Options options = CreateOperation.options(overwrite, mode, blockSize);
    return parts.run(Op.CREATE, () -> parts.writes().create(place, options, directoryMode()));
  }

  @Override
  public FSDataOutputStream createNonRecursive(
      Path path,
      FsPermission permission,
      EnumSet<CreateFlag> flags,
      int bufferSize,
      short replication,
      long blockSize,
      Progressable progress)
      throws IOException {
    int mode = mode(permission, FsPermission.getFileDefault());
    return create(path, flags, mode, blockSize, CreateOperation.NO_PARENTS);
  }

  /** The permission is what FileContext wants the file to have, its umask taken off. */
  @Override
  @Deprecated
  protected FSDataOutputStream primitiveCreate(
      Path path,
      FsPermission permission,
      EnumSet<CreateFlag> flags,
      int bufferSize,
      short replication,
      long blockSize,
      Progressable progress,
      Options.ChecksumOpt checksum)
      throws IOException {
    return create(path, flags, permission.toShort(), blockSize, directoryMode());
  }

  private FSDataOutputStream create(
      Path path, EnumSet<CreateFlag> flags, int mode, long blockSize, int parentMode)
      throws IOException {
    StorePath place = place(path);
    return parts.run(
        Op.CREATE, () -> parts.writes().open(place, flags, mode, blockSize, parentMode));
  }

  @Override
  public FSDataOutputStream append(Path path, int bufferSize, Progressable progress)
      throws IOException {
    StorePath place = place(path);
    return parts.run(Op.APPEND, () -> parts.writes().append(place));
  }

  /**
   * @return true: the file is cut when this returns
   */
  @Override
  public boolean truncate(Path path, long length) throws IOException {
    StorePath place = place(path);
    parts.context().require(Capability.TRUNCATE, "truncate", place);
    parts.act(Op.TRUNCATE, () -> parts.context().store().truncate(place, length));
    return true;
  }

  @Override
  public boolean rename(Path from, Path to) throws IOException {
    StorePath source = place(from);
    StorePath target = place(to);
    return parts.run(Op.RENAME, () -> parts.renames().move(source, target));
  }

  /**
   * Renames, or says why not. Without {@link Options.Rename#OVERWRITE} of any number of racing
   * callers one wins; with it a file or an empty directory at {@code to} is replaced in one step.
   */
  @Override
  @Deprecated
  public void rename(Path from, Path to, Options.Rename... options) throws IOException {
    StorePath source = place(from);
    StorePath target = place(to);
    boolean overwrite = List.of(options).contains(Options.Rename.OVERWRITE);
    parts.act(Op.RENAME, () -> parts.renames().rename(source, target, overwrite));
  }

  @Override
  public boolean delete(Path path, boolean recursive) throws IOException {
    StorePath place = place(path);
    return parts.run(Op.DELETE, () -> parts.deletes().delete(place, recursive));
  }

  @Override
  public boolean mkdirs(Path path, FsPermission permission) throws IOException {
    StorePath place = place(path);
    int mode = mode(permission, FsPermission.getDirDefault());
    parts.act(Op.MKDIRS, () -> parts.directories().makeAll(place, mode, directoryMode()));
    return true;
  }

  @Override
  @Deprecated
  protected void primitiveMkdir(Path path, FsPermission permission, boolean createParent)
      throws IOException {
    StorePath place = place(path);
    int mode = permission.toShort();
    parts.act(
        Op.MKDIRS,
        () -> {
          if (createParent) {
            parts.directories().makeAll(place, mode, directoryMode());
          } else {
            parts.directories().makeOne(place, mode);
          }
        });
  }

  @Override
  public FileStatus getFileStatus(Path path) throws IOException {
    Path full = makeQualified(path);
    return parts.run(Op.STATUS, () -> parts.lookups().status(full));
  }

  @Override
  public FileStatus[] listStatus(Path path) throws IOException {
    Path full = makeQualified(path);
    return parts.run(Op.LIST, () -> parts.lookups().array(full));
  }

  /** Streams the entries; the iterator is {@link java.io.Closeable}. */
  @Override
  public RemoteIterator<FileStatus> listStatusIterator(Path path) throws IOException {
    Path full = makeQualified(path);
    return parts.run(Op.LIST, () -> parts.lookups().entries(full));
  }

  @Override
  protected RemoteIterator<LocatedFileStatus> listLocatedStatus(Path path, PathFilter filter)
      throws IOException {
    Path full = makeQualified(path);
    return parts.run(Op.LIST_LOCATED, () -> parts.lookups().located(full, filter));
  }

  @Override
  public RemoteIterator<LocatedFileStatus> listFiles(Path path, boolean recursive)
      throws IOException {
    return new FilesBelow(this, path, recursive);
  }

  @Override
  public FileStatus[] globStatus(Path pattern) throws IOException {
    return globStatus(pattern, path -> true);
  }

  /** As Hadoop's own, for names with colons as well. */
  @Override
  public FileStatus[] globStatus(Path pattern, PathFilter filter) throws IOException {
    return new Globs(this, parts.context().paths()).match(pattern, filter);
  }

  @Override
  public BlockLocation[] getFileBlockLocations(FileStatus file, long start, long length)
      throws IOException {
    if (file == null) {
      return null;
    }
    Path full = makeQualified(file.getPath());
    return parts.run(Op.LOCATIONS, () -> parts.lookups().locations(file, full, start, length));
  }

  /** Returns who says which hosts hold which bytes, more exactly than block locations do. */
  public GetPlacementOperation placement() {
    return parts.placement(this::makeQualified);
  }

  @Override
  public ContentSummary getContentSummary(Path path) throws IOException {
    Path full = makeQualified(path);
    return parts.run(Op.SUMMARY, () -> parts.lookups().summary(full));
  }

  @Override
  public FsStatus getStatus(Path path) throws IOException {
    Path full = makeQualified(path == null ? new Path("/") : path);
    return parts.run(Op.SPACE, () -> parts.lookups().space(full));
  }

  @Override
  public boolean supportsSymlinks() {
    return parts.context().store().can(Capability.SYMLINKS, StorePath.ROOT);
  }

  @Override
  public void createSymlink(Path target, Path link, boolean createParent) throws IOException {
    StorePath place = place(link);
    parts.act(
        Op.CREATE_LINK,
        () -> {
          if (createParent) {
            parts.directories().makeAbove(place, directoryMode());
          }
          parts.links().create(target, place);
        });
  }

  @Override
  public FileStatus getFileLinkStatus(Path path) throws IOException {
    Path full = makeQualified(path);
    return parts.run(Op.LINK_STATUS, () -> parts.links().status(full));
  }

  /** The link's target as it is written; an {@link IOException} for what is no link. */
  @Override
  public Path getLinkTarget(Path path) throws IOException {
    Path full = makeQualified(path);
    return parts.run(Op.LINK_STATUS, () -> parts.links().target(full));
  }

  @Override
  public FileChecksum getFileChecksum(Path path, long length) throws IOException {
    StorePath place = place(path);
    return parts.run(Op.CHECKSUM, () -> parts.checksum(place, length));
  }

  @Override
  public MultipartUploaderBuilder<?, ?> createMultipartUploader(Path path) throws IOException {
    return new SituMultipartUploader.Builder(this, makeQualified(path));
  }

  @Override
  public Path getTrashRoot(Path path) {
    return parts
        .places()
        .map(places -> places.trash(makeQualified(path)))
        .orElseGet(() -> super.getTrashRoot(path));
  }

  @Override
  public Collection<FileStatus> getTrashRoots(boolean allUsers) {
    Collection<FileStatus> roots = super.getTrashRoots(allUsers);
    parts.places().ifPresent(places -> places.addTrash(this, allUsers, roots));
    return roots;
  }

  /** The path above which nothing can be renamed to: the top of its mount or store. */
  @Override
  public Path getEnclosingRoot(Path path) throws IOException {
    Path full = makeQualified(path);
    return parts
        .places()
        .map(places -> places.mount(full))
        .orElseGet(() -> makeQualified(new Path("/")));
  }

  @Override
  public boolean hasPathCapability(Path path, String capability) throws IOException {
    String name =
        PathCapabilitiesSupport.validatePathCapabilityArgs(makeQualified(path), capability);
    Optional<Boolean> known = new PathCapabilities(parts.context().store(), place(path)).has(name);
    return known.isPresent() ? known.get() : super.hasPathCapability(path, capability);
  }

  @Override
  public IOStatistics getIOStatistics() {
    return parts == null ? null : parts.operations().counts();
  }

  @Override
  public StorageStatistics getStorageStatistics() {
    return new StorageStatisticsFromIOStatistics(uri.toString(), getScheme(), getIOStatistics());
  }

  @Override
  public void close() throws IOException {
    super.close();
    if (parts != null) {
      parts.close();
    }
  }

  @Override
  public String toString() {
    return "SituFileSystem{" + uri + "}";
  }
}
