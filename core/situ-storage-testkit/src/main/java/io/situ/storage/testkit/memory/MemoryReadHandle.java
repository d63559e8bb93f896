// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.testkit.memory;

import io.situ.storage.ReadHandle;
import io.situ.storage.StoreException;
import io.situ.storage.StoreException.Kind;
import io.situ.storage.StoreObject;
import io.situ.storage.util.ReadChecks;
import java.nio.ByteBuffer;

/** Reads a node, whatever happens to its names. */
final class MemoryReadHandle implements ReadHandle {

  private final MemoryFileTree tree;
  private final OpenHandles handles;
  private final MemoryInode node;
  private final StoreObject object;
  private volatile boolean closed;

  MemoryReadHandle(MemoryFileTree tree, OpenHandles handles, MemoryInode node, StoreObject object) {
    this.tree = tree;
    this.handles = handles;
    this.node = node;
    this.object = object;
    handles.opened(this, "the reader of '" + object.path() + "'");
  }

  @Override
  public StoreObject object() {
    return object;
  }

  @Override
  public int read(long position, ByteBuffer buffer) throws StoreException {
    ReadChecks.checkPosition(object, position);
    if (closed) {
      throw new StoreException(Kind.FAILED, object.path(), "its reader is closed");
    }
    synchronized (tree) {
      return node.content.read(position, buffer);
    }
  }

  @Override
  public void close() {
    closed = true;
    handles.closed(this);
  }
}
