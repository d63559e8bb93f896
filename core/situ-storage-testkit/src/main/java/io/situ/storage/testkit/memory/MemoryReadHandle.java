// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.testkit.memory;

import io.situ.storage.StoreException;
import io.situ.storage.StoreException.Kind;
import io.situ.storage.StoreObject;
import io.situ.storage.util.ObjectReadHandle;
import java.nio.ByteBuffer;

/** Reads a node, whatever happens to its names. */
final class MemoryReadHandle extends ObjectReadHandle {

  private final MemoryFileTree tree;
  private final OpenHandles handles;
  private final MemoryInode node;
  private volatile boolean closed;

  MemoryReadHandle(MemoryFileTree tree, OpenHandles handles, MemoryInode node, StoreObject object) {
    super(object);
    this.tree = tree;
    this.handles = handles;
    this.node = node;
    handles.opened(this, "the reader of '" + object.path() + "'");
  }

  @Override
  protected int readAt(long position, ByteBuffer buffer) throws StoreException {
    if (closed) {
      throw new StoreException(Kind.FAILED, object().path(), "its reader is closed");
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
