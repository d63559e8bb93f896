// SPDX-License-Identifier: Apache-2.0
package io.situ.hadoop.fs.status;

import io.situ.hadoop.fs.path.HadoopPaths;
import io.situ.storage.Attributes;
import io.situ.storage.StoreObject;
import java.util.function.BooleanSupplier;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;

/** A file status that knows its object's version. */
public final class SituFileStatus extends FileStatus implements VersionedStatus {

  private static final long serialVersionUID = 1L;

  private final long identity;
  private final long stamp;
  private final transient BooleanSupplier extended;

  /**
   * Creates the status of an object. The length of a symbolic link is that of its text, at least 1.
   *
   * @param path the object's full path
   * @param extended asks the store whether the object has an access list
   */
  public SituFileStatus(StoreObject object, Path path, long blockSize, BooleanSupplier extended) {
    super(
        length(object),
        object.isDirectory(),
        1,
        blockSize,
        object.attributes().modifiedMillis(),
        object.attributes().accessedMillis(),
        new FsPermission((short) (object.attributes().mode() & 01777)),
        object.attributes().owner(),
        object.attributes().group(),
        object.linkTarget().map(SituFileStatus::target).orElse(null),
        path);
    this.identity = object.version().identity();
    this.stamp = object.version().stamp();
    this.extended = extended;
  }

  /** Engines drop empty files unread, and what a link was to lead to would be missing unnoticed. */
  private static long length(StoreObject object) {
    return switch (object.kind()) {
      case FILE -> object.size();
      case SYMLINK -> Math.max(1, object.size());
      case DIRECTORY, OTHER -> 0;
    };
  }

  /** Asks the store, each time, since hardly anybody wants to know. */
  @Override
  public boolean hasAcl() {
    // The constructor above asks before it has this, and one that was read from a stream never has.
    return extended != null && extended.getAsBoolean();
  }

  private static Path target(String text) {
    return new Path(null, null, text);
  }

  /** The object this describes, as far as {@code status} reports; its set-id bits are lost. */
  public static StoreObject object(
      FileStatus status, StoreObject.Version version, HadoopPaths paths) {
    Attributes attributes =
        new Attributes(
            status.getOwner(),
            status.getGroup(),
            status.getPermission().toShort() & 01777,
            status.getModificationTime() * 1_000_000L,
            status.getAccessTime() * 1_000_000L);
    return new StoreObject(
        paths.toStore(status.getPath()),
        StoreObject.Kind.FILE,
        status.getLen(),
        attributes,
        version);
  }

  @Override
  public long identity() {
    return identity;
  }

  @Override
  public long stamp() {
    return stamp;
  }

  @Override
  public boolean equals(Object other) {
    return super.equals(other);
  }

  @Override
  public int hashCode() {
    return super.hashCode();
  }
}
