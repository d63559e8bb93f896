// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.gluster;

import io.situ.storage.ReadHandle;
import io.situ.storage.StoreException;
import io.situ.storage.StorePath;
import io.situ.storage.forward.ForwardingStore;
import io.situ.storage.mounted.MountedStore;
import java.nio.ByteBuffer;
import java.util.Optional;

/**
 * A volume whose files are read from a brick on this host where that is certainly right, and
 * through the mount elsewhere. All else goes through the mount. Thread-safe.
 */
final class BrickStore extends ForwardingStore {

  private final LocalBricks bricks;

  BrickStore(MountedStore mount, LocalBricks bricks) {
    super(mount);
    this.bricks = bricks;
  }

  @Override
  public ReadHandle open(StorePath path, ReadHandle.Options options) throws StoreException {
    ReadHandle mount = delegate().open(path, options);
    Optional<ReadHandle> copy = bricks.open(mount.object(), options.policy());
    return copy.isPresent() ? new CopyHandle(mount, copy.get()) : mount;
  }

  @Override
  public void close() throws StoreException {
    bricks.close();
    super.close();
  }

  /** Reads a copy; what that cannot give, and what lies behind its end, is asked of the mount. */
  private record CopyHandle(ReadHandle mount, ReadHandle copy) implements ReadHandle {

    @Override
    public io.situ.storage.StoreObject object() {
      return mount.object();
    }

    @Override
    public int read(long position, ByteBuffer buffer) throws StoreException {
      if (position < 0 || position >= copy.object().size()) {
        return mount.read(position, buffer);
      }
      int start = buffer.position();
      try {
        int count = copy.read(position, buffer);
        if (count >= 0) {
          return count;
        }
      } catch (StoreException e) {
        if (e.kind() == StoreException.Kind.INTERRUPTED) {
          throw e;
        }
        buffer.position(start);
      }
      return mount.read(position, buffer);
    }

    @Override
    public void close() throws StoreException {
      try (mount) {
        copy.close();
      }
    }
  }
}
