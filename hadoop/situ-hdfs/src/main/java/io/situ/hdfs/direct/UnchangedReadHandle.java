// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.direct;

import io.situ.hdfs.tree.DirectReadMark;
import io.situ.storage.ReadHandle;
import io.situ.storage.Store;
import io.situ.storage.StoreException;
import io.situ.storage.StoreObject;
import io.situ.storage.StorePath;
import io.situ.storage.forward.ForwardingReadHandle;
import java.nio.ByteBuffer;
import java.util.List;

/**
 * Reads an object as long as it is the one that was attached: after each read it is looked at
 * again, and bytes that may be those of another version are not handed out ({@code CHANGED}).
 */
final class UnchangedReadHandle extends ForwardingReadHandle {

  private final Store store;
  private final DirectReadMark mark;

  /**
   * @param mark what the object was when it was attached
   */
  UnchangedReadHandle(Store store, DirectReadMark mark, ReadHandle handle) {
    super(handle);
    this.store = store;
    this.mark = mark;
  }

  @Override
  public int read(long position, ByteBuffer buffer) throws StoreException {
    int count = super.read(position, buffer);
    check();
    return count;
  }

  @Override
  public long nextData(long position) throws StoreException {
    long next = super.nextData(position);
    check();
    return next;
  }

  @Override
  public void readFully(List<Range> ranges) throws StoreException {
    super.readFully(ranges);
    check();
  }

  private void check() throws StoreException {
    if (!isUnchanged()) {
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
}
