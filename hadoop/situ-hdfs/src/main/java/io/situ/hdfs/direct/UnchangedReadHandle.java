// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.direct;

import io.situ.hdfs.tree.DirectReadMark;
import io.situ.storage.ReadHandle;
import io.situ.storage.Store;
import io.situ.storage.StoreException;
import io.situ.storage.StoreObject;
import io.situ.storage.StorePath;
import java.nio.ByteBuffer;
import java.util.List;

/**
 * Reads an object as long as it is the one that was attached: after each read it is looked at
 * again, and bytes that may be those of another version are not handed out ({@code CHANGED}).
 *
 * @param mark what the object was when it was attached
 */
record UnchangedReadHandle(Store store, DirectReadMark mark, ReadHandle handle)
    implements ReadHandle {

  @Override
  public StoreObject object() {
    return handle.object();
  }

  @Override
  public boolean readsAhead() {
    return handle.readsAhead();
  }

  @Override
  public int read(long position, ByteBuffer buffer) throws StoreException {
    int count = handle.read(position, buffer);
    check();
    return count;
  }

  @Override
  public void readFully(List<Range> ranges) throws StoreException {
    handle.readFully(ranges);
    check();
  }

  @Override
  public boolean isUnchanged() throws StoreException {
    return handle.isUnchanged();
  }

  private void check() throws StoreException {
    if (!handle.isUnchanged()) {
      check(store.statBelow(StorePath.ROOT, mark.object().object()));
    }
  }

  /**
   * @throws StoreException {@code CHANGED} if the object is not as it was
   */
  void check(StoreObject now) throws StoreException {
    if (!mark.isOf(now)) {
      throw new StoreException(
          StoreException.Kind.CHANGED,
          mark.object().object(),
          "it is not as it was when it was attached");
    }
  }

  @Override
  public void close() throws StoreException {
    handle.close();
  }
}
