// SPDX-License-Identifier: Apache-2.0
package io.situ.hadoop.fs.operation;

import io.situ.hadoop.fs.stream.SituOutputStream;
import io.situ.hadoop.fs.stream.StreamContext;
import io.situ.storage.Capability;
import io.situ.storage.StoreException;
import io.situ.storage.StoreException.Kind;
import io.situ.storage.StorePath;
import io.situ.storage.WriteHandle;
import java.io.IOException;
import java.util.EnumSet;
import java.util.function.Supplier;
import org.apache.hadoop.fs.CreateFlag;
import org.apache.hadoop.fs.FSDataOutputStream;

/** Opens files for writing. */
public final class CreateOperation {

  /** In place of the mode of missing directories: none is made. */
  public static final int NO_PARENTS = -1;

  private final StoreContext at;
  private final MkdirsOperation directories;
  private final Supplier<StreamContext> streams;

  CreateOperation(StoreContext at, Supplier<StreamContext> streams) {
    this.at = at;
    this.directories = new MkdirsOperation(at);
    this.streams = streams;
  }

  /**
   * Creates a file.
   *
   * @param options whether to replace a file, its permission bits and its block size
   * @param parentMode permission bits of missing directories above it; or {@link #NO_PARENTS}
   */
  public FSDataOutputStream create(StorePath path, WriteHandle.Options options, int parentMode)
      throws IOException {
    if (path.isRoot()) {
      throw new StoreException(Kind.IS_A_DIRECTORY, path, "is a directory");
    }
    WriteHandle handle;
    try {
      handle = at.store().create(path, options);
    } catch (StoreException e) {
      if (e.kind() != Kind.NOT_FOUND || parentMode == NO_PARENTS) {
        throw e;
      }
      directories.makeAbove(path, parentMode);
      handle = at.store().create(path, options);
    }
    return stream(path, handle, 0);
  }

  public FSDataOutputStream append(StorePath path) throws IOException {
    at.require(Capability.APPEND, "append", path);
    WriteHandle handle = at.store().append(path);
    return stream(path, handle, handle.position());
  }

  /** Creates, replaces or appends, as the flags say for what is there. */
  public FSDataOutputStream open(
      StorePath path, EnumSet<CreateFlag> flags, int mode, long blockSize, int parentMode)
      throws IOException {
    CreateFlag.validate(flags);
    if (flags.contains(CreateFlag.APPEND)) {
      boolean exists = at.find(path).isPresent();
      CreateFlag.validate(at.paths().show(path), exists, flags);
      if (exists) {
        return append(path);
      }
    }
    boolean overwrite = flags.contains(CreateFlag.OVERWRITE);
    if (overwrite && !flags.contains(CreateFlag.CREATE) && at.find(path).isEmpty()) {
      throw new StoreException(Kind.NOT_FOUND, path, "there is no file to overwrite");
    }
    return create(path, options(overwrite, mode, blockSize), parentMode);
  }

  /**
   * Returns how a file is created.
   *
   * @param blockSize what the writer asks for, in bytes; 0 or less if nothing
   */
  public static WriteHandle.Options options(boolean overwrite, int mode, long blockSize) {
    WriteHandle.Options options = new WriteHandle.Options(overwrite, mode);
    return blockSize > 0 ? options.withBlockSize(blockSize) : options;
  }

  private FSDataOutputStream stream(StorePath path, WriteHandle handle, long start)
      throws IOException {
    SituOutputStream out =
        new SituOutputStream(
            streams.get(),
            capability -> at.store().can(capability, path),
            at.paths().show(path),
            handle);
    return new FSDataOutputStream(out, null, start);
  }
}
