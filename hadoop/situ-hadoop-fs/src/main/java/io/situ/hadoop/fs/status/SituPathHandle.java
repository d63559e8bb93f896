// SPDX-License-Identifier: Apache-2.0
package io.situ.hadoop.fs.status;

import io.situ.hadoop.fs.path.HadoopErrors;
import io.situ.storage.ReadHandle;
import io.situ.storage.StoreException;
import io.situ.storage.StoreObject;
import io.situ.storage.StorePath;
import java.io.IOException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.InvalidPathHandleException;
import org.apache.hadoop.fs.Options.HandleOpt;
import org.apache.hadoop.fs.PathHandle;

/**
 * Names a file at one path, as it was or as it may have become. Its bytes are: a format number, the
 * version's identity and stamp with a flag before them, and the path in UTF-8.
 *
 * @param version the version the file must still have; empty if any will do
 */
public record SituPathHandle(StorePath path, Optional<StoreObject.Version> version)
    implements PathHandle {

  private static final long serialVersionUID = 1L;
  private static final int FORMAT = 0x53495431;
  private static final int HEADER = Integer.BYTES + 1 + 2 * Long.BYTES;

  /**
   * @throws UnsupportedOperationException if the file is to be found after it was moved, or {@code
   *     status} does not come from this file system
   */
  public static SituPathHandle of(FileStatus status, StorePath path, HandleOpt... options) {
    if (status.isDirectory() || status.isSymlink()) {
      throw new IllegalArgumentException("only a file can have a handle, not " + status.getPath());
    }
    boolean moves =
        HandleOpt.getOpt(HandleOpt.Location.class, options)
            .map(HandleOpt.Location::allowChange)
            .orElse(false);
    if (moves) {
      throw new UnsupportedOperationException("a file that was moved cannot be found again");
    }
    boolean changes =
        HandleOpt.getOpt(HandleOpt.Data.class, options)
            .map(HandleOpt.Data::allowChange)
            .orElse(false);
    return new SituPathHandle(path, changes ? Optional.empty() : Optional.of(version(status)));
  }

  private static StoreObject.Version version(FileStatus status) {
    if (status instanceof VersionedStatus known) {
      return known.version();
    }
    throw new UnsupportedOperationException(
        "the status of " + status.getPath() + " does not have its version: look it up again");
  }

  /**
   * @throws InvalidPathHandleException if it was not made by this class
   */
  public static SituPathHandle of(PathHandle handle) throws InvalidPathHandleException {
    if (handle instanceof SituPathHandle own) {
      return own;
    }
    ByteBuffer bytes = handle.bytes().duplicate();
    try {
      if (bytes.getInt() != FORMAT) {
        throw new InvalidPathHandleException("a path handle of another file system");
      }
      boolean versioned = bytes.get() != 0;
      StoreObject.Version version = new StoreObject.Version(bytes.getLong(), bytes.getLong());
      StorePath path = StorePath.of(StandardCharsets.UTF_8.decode(bytes).toString());
      return new SituPathHandle(path, versioned ? Optional.of(version) : Optional.empty());
    } catch (BufferUnderflowException | IllegalArgumentException e) {
      throw new InvalidPathHandleException("a damaged path handle", e);
    }
  }

  @Override
  public ByteBuffer bytes() {
    byte[] text = path.toString().getBytes(StandardCharsets.UTF_8);
    StoreObject.Version reported = version.orElse(new StoreObject.Version(0, 0));
    return ByteBuffer.allocate(HEADER + text.length)
        .putInt(FORMAT)
        .put((byte) (version.isPresent() ? 1 : 0))
        .putLong(reported.identity())
        .putLong(reported.stamp())
        .put(text)
        .flip();
  }

  public ReadHandle.Options options() {
    return version.map(ReadHandle.Options.DEFAULT::withExpected).orElse(ReadHandle.Options.DEFAULT);
  }

  /** What a failure to open means to the holder of a handle. */
  public static IOException failure(StoreException e, HadoopErrors errors) {
    IOException reported = errors.forRead(e);
    return e.isNotFound() ? new InvalidPathHandleException(reported.getMessage(), e) : reported;
  }
}
