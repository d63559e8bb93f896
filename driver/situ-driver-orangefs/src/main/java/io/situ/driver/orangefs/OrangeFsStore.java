// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.orangefs;

import io.situ.storage.Store;
import io.situ.storage.StoreException;
import io.situ.storage.StoreException.Kind;
import io.situ.storage.StorePath;
import io.situ.storage.WriteHandle;
import io.situ.storage.forward.ForwardingStore;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.OptionalLong;

/**
 * Refuses names that OrangeFS would cut off, so that two become one. New directories may be given a
 * strip size, which files made in them take over. Thread-safe.
 */
final class OrangeFsStore extends ForwardingStore {

  static final int LONGEST_NAME = 251;

  private final OptionalLong strip;

  /**
   * @param strip the strip size of files in directories that are made, in bytes; empty to leave it
   *     to the file system
   */
  OrangeFsStore(Store store, OptionalLong strip) {
    super(store);
    this.strip = strip;
  }

  private static void checkName(StorePath path) throws StoreException {
    if (!path.isRoot() && StorePath.encode(path.name()).length > LONGEST_NAME) {
      throw new StoreException(
          Kind.INVALID_NAME, path, "OrangeFS keeps names of at most " + LONGEST_NAME + " bytes");
    }
  }

  @Override
  public WriteHandle create(StorePath path, WriteHandle.Options options) throws StoreException {
    checkName(path);
    return super.create(path, options);
  }

  @Override
  public void mkdir(StorePath path, int mode) throws StoreException {
    checkName(path);
    super.mkdir(path, mode);
    if (strip.isPresent()) {
      hint(path, strip.getAsLong());
    }
  }

  private void hint(StorePath path, long bytes) throws StoreException {
    try {
      for (Map.Entry<String, byte[]> attribute : StripAttributes.of(bytes).entrySet()) {
        ByteBuffer value = ByteBuffer.wrap(attribute.getValue());
        setXattr(path, attribute.getKey(), value, XattrMode.SET);
      }
    } catch (StoreException e) {
      super.delete(path);
      throw e;
    }
  }

  @Override
  public void rename(StorePath from, StorePath to, RenameMode mode) throws StoreException {
    checkName(to);
    super.rename(from, to, mode);
  }

  @Override
  public void createSymlink(StorePath path, String target) throws StoreException {
    checkName(path);
    super.createSymlink(path, target);
  }

  @Override
  public void createHardLink(StorePath path, StorePath existing) throws StoreException {
    checkName(path);
    super.createHardLink(path, existing);
  }
}
