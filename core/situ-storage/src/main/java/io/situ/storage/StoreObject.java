// SPDX-License-Identifier: Apache-2.0
package io.situ.storage;

import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * One file, directory, link or special object as a store described it at one moment.
 *
 * @param path its place in the store
 * @param size bytes; for a link the length of its target, for a directory without meaning
 * @param version changes whenever the content may have changed
 * @param linkTarget the text of a symbolic link that was not followed
 * @param extents which hosts hold it; empty unless a listing was asked for placement
 * @param checksum what the store knows of the content, for instance {@code md5:...}
 */
public record StoreObject(
    StorePath path,
    Kind kind,
    long size,
    Attributes attributes,
    Version version,
    Optional<String> linkTarget,
    List<Extent> extents,
    Optional<String> checksum) {

  public StoreObject {
    Objects.requireNonNull(path, "path");
    Objects.requireNonNull(kind, "kind");
    Objects.requireNonNull(attributes, "attributes");
    Objects.requireNonNull(version, "version");
    Objects.requireNonNull(linkTarget, "linkTarget");
    Objects.requireNonNull(checksum, "checksum");
    extents = List.copyOf(extents);
    if (size < 0) {
      throw new IllegalArgumentException("size of " + path + " is negative: " + size);
    }
  }

  /** Creates an object without link target, extents and checksum. */
  public StoreObject(StorePath path, Kind kind, long size, Attributes attributes, Version version) {
    this(path, kind, size, attributes, version, Optional.empty(), List.of(), Optional.empty());
  }

  /** Returns the same with a placement. */
  public StoreObject withExtents(List<Extent> newExtents) {
    return new StoreObject(path, kind, size, attributes, version, linkTarget, newExtents, checksum);
  }

  /** Returns the same at another path. */
  public StoreObject withPath(StorePath newPath) {
    return new StoreObject(newPath, kind, size, attributes, version, linkTarget, extents, checksum);
  }

  /** Returns whether this is a plain file. */
  /**
   * Whether this and another description are of one object, whatever became of its content. Where
   * the store has no identities, they are if nothing was changed.
   */
  public boolean isSame(StoreObject other) {
    boolean same =
        version.identity() == 0
            ? other.version.equals(version)
            : other.version.identity() == version.identity();
    return other.kind == kind && same;
  }

  public boolean isFile() {
    return kind == Kind.FILE;
  }

  /** Returns whether this is a directory. */
  public boolean isDirectory() {
    return kind == Kind.DIRECTORY;
  }

  /** What an object is. */
  public enum Kind {
    FILE,
    DIRECTORY,
    SYMLINK,
    /** FIFO, socket or device: it is listed, and never opened. */
    OTHER
  }

  /**
   * Distinguishes two states of an object without reading it. Two equal versions at the same path
   * mean equal content as far as the store knows.
   *
   * @param identity the same for as long as the object lives, for instance its inode number; 0
   *     where the store has none
   * @param stamp moves with every change of content, for instance the change time in nanoseconds
   */
  public record Version(long identity, long stamp) {}
}
