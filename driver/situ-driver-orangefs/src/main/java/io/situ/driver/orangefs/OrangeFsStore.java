// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.orangefs;

import io.situ.storage.StoreException;
import io.situ.storage.StoreException.Kind;
import io.situ.storage.StorePath;
import io.situ.storage.WriteHandle;
import io.situ.storage.forward.ForwardingStore;
import io.situ.storage.mounted.MountedStore;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Refuses names that OrangeFS would cut off, so that two become one. New directories may be given a
 * strip size, which files made in them take over. Thread-safe.
 */
final class OrangeFsStore extends ForwardingStore {

  static final int LONGEST_NAME = 251;

  private final MountedStore mount;
  private final OptionalLong strip;

  /**
   * @param mount the file system; closed with this
   * @param strip the strip size of files in directories that are made, in bytes; empty to leave it
   *     to the file system
   */
  OrangeFsStore(MountedStore mount, OptionalLong strip) {
    super(mount);
    this.mount = mount;
    this.strip = strip;
  }

  @Override
  public Optional<String> fileSystem(StorePath path) {
    return fileSystem(mount.fsid());
  }

  /**
   * The kernel's client reports the file system's own number first, and then one that it gives to
   * each mount; {@code pvfs2fuse} reports none.
   */
  static Optional<String> fileSystem(long fsid) {
    int number = (int) fsid;
    return number == 0
        ? Optional.empty()
        : Optional.of("orangefs:" + Integer.toUnsignedString(number));
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
