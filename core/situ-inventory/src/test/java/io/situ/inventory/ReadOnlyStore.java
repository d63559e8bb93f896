package io.situ.inventory;

import io.situ.storage.Attributes;
import io.situ.storage.ChangeFeed;
import io.situ.storage.Extent;
import io.situ.storage.ReadHandle;
import io.situ.storage.Store;
import io.situ.storage.StoreException;
import io.situ.storage.StoreObject;
import io.situ.storage.StorePath;
import io.situ.storage.WriteHandle;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;

/** A store that can be looked at; what a test needs it overrides. */
abstract class ReadOnlyStore implements Store {

  private static StoreException unsupported(StorePath path) {
    return new StoreException(StoreException.Kind.UNSUPPORTED, path, "can only be looked at");
  }

  @Override
  public ReadHandle open(StorePath path, ReadHandle.Options options) throws StoreException {
    throw unsupported(path);
  }

  @Override
  public List<Extent> placement(StoreObject object, long offset, long length)
      throws StoreException {
    return List.of();
  }

  @Override
  public ChangeFeed changes(StorePath directory, String cursor) throws StoreException {
    throw unsupported(directory);
  }

  @Override
  public WriteHandle create(StorePath path, WriteHandle.Options options) throws StoreException {
    throw unsupported(path);
  }

  @Override
  public WriteHandle append(StorePath path) throws StoreException {
    throw unsupported(path);
  }

  @Override
  public void truncate(StorePath path, long length) throws StoreException {
    throw unsupported(path);
  }

  @Override
  public void rename(StorePath from, StorePath to, RenameMode mode) throws StoreException {
    throw unsupported(from);
  }

  @Override
  public void mkdir(StorePath path, int mode) throws StoreException {
    throw unsupported(path);
  }

  @Override
  public boolean delete(StorePath path) throws StoreException {
    throw unsupported(path);
  }

  @Override
  public void setAttributes(StorePath path, Attributes.Change change) throws StoreException {
    throw unsupported(path);
  }

  @Override
  public Map<String, byte[]> xattrs(StorePath path) throws StoreException {
    throw unsupported(path);
  }

  @Override
  public void changeXattr(StorePath path, String name, ByteBuffer value, XattrMode mode)
      throws StoreException {
    throw unsupported(path);
  }

  @Override
  public void link(StorePath path, String target, LinkKind kind) throws StoreException {
    throw unsupported(path);
  }

  @Override
  public Space space(StorePath path) throws StoreException {
    throw unsupported(path);
  }

  @Override
  public Snapshot snapshot(StorePath directory, String label) throws StoreException {
    throw unsupported(directory);
  }

  @Override
  public void close() {}
}
