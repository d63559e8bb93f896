// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.gluster;

import io.situ.storage.Attributes;
import io.situ.storage.Capability;
import io.situ.storage.Listing;
import io.situ.storage.ReadHandle;
import io.situ.storage.StorageUsage;
import io.situ.storage.StoreException;
import io.situ.storage.StoreException.Kind;
import io.situ.storage.StoreObject;
import io.situ.storage.StorePath;
import io.situ.storage.WriteHandle;
import io.situ.storage.config.StoreConfig;
import io.situ.storage.mount.Mount;
import io.situ.storage.mounted.FileSystemStore;
import io.situ.storage.mounted.MountedStore;
import io.situ.storage.mounted.Placement;
import io.situ.storage.mounted.namespace.AttributeAccess;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/**
 * A directory of this host with extended attributes that only a mount of GlusterFS, or the
 * superuser, can have. They are those of paths, whether a file is there or not. Not thread-safe.
 */
final class FakeVolume extends FileSystemStore {

  private record Attribute(StorePath path, String name) {}

  private final MountedStore files;
  private final Map<Attribute, byte[]> attributes = new HashMap<>();
  private final Map<StorePath, Kind> failures = new HashMap<>();
  private int questions;
  private boolean closed;

  FakeVolume(Path directory) throws StoreException {
    this.files =
        MountedStore.open(
            new StoreConfig("vol", Map.of("root", directory.toString())),
            "gluster",
            Placement.NONE);
  }

  /** Returns what a host says of a GlusterFS mount. */
  static Mount mount(Path point) {
    return new Mount(1, StorePath.of(point.toString()), "fuse.glusterfs", "h1:/vol", "rw");
  }

  void put(String path, String name, byte[] value) {
    attributes.put(new Attribute(StorePath.of(path), name), value);
  }

  /** Sets a text in which each character stands for a byte, with the zero that follows it. */
  void put(String path, String name, String value) {
    put(path, name, (value + '\0').getBytes(StandardCharsets.ISO_8859_1));
  }

  /** Lets each question for an attribute of a path fail. */
  void fail(String path, Kind kind) {
    failures.put(StorePath.of(path), kind);
  }

  /** Returns how often it was asked where copies are. */
  int questions() {
    return questions;
  }

  boolean isClosed() {
    return closed;
  }

  @Override
  protected Parts parts() {
    return new Parts(null, new Attributed(), Placement.NONE);
  }

  @Override
  public Info info() {
    return files.info();
  }

  @Override
  public Set<Capability> capabilities(StorePath path) {
    return files.capabilities(path);
  }

  @Override
  public StoreObject stat(StorePath path, boolean followLink) throws StoreException {
    return files.stat(path, followLink);
  }

  @Override
  public Listing list(StorePath directory, Listing.Options options) throws StoreException {
    return files.list(directory, options);
  }

  @Override
  public ReadHandle open(StorePath path, ReadHandle.Options options) throws StoreException {
    return files.open(path, options);
  }

  @Override
  public WriteHandle create(StorePath path, WriteHandle.Options options) throws StoreException {
    return files.create(path, options);
  }

  @Override
  public void close() throws StoreException {
    closed = true;
    files.close();
  }

  private final class Attributed implements AttributeAccess {

    @Override
    public byte[] xattr(StorePath path, String name) throws StoreException {
      questions += name.equals(ReplicaLocator.PATHINFO) ? 1 : 0;
      Kind failure = failures.get(path);
      if (failure != null) {
        throw new StoreException(failure, path, "refused");
      }
      byte[] value = attributes.get(new Attribute(path, name));
      if (value == null) {
        throw new StoreException(Kind.NO_ATTRIBUTE, path, "it has no attribute " + name);
      }
      return value.clone();
    }

    @Override
    public void change(StorePath path, Attributes.Change change) {
      throw new UnsupportedOperationException();
    }

    @Override
    public Map<String, byte[]> xattrs(StorePath path) {
      throw new UnsupportedOperationException();
    }

    @Override
    public void setXattr(StorePath path, String name, ByteBuffer value, XattrMode mode) {
      throw new UnsupportedOperationException();
    }

    @Override
    public void removeXattr(StorePath path, String name) {
      throw new UnsupportedOperationException();
    }

    @Override
    public StorageUsage space(StorePath path) {
      throw new UnsupportedOperationException();
    }
  }
}
