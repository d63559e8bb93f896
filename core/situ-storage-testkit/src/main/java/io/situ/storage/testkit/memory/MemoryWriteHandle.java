// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.testkit.memory;

import io.situ.storage.Capability;
import io.situ.storage.Store.XattrMode;
import io.situ.storage.StoreException;
import io.situ.storage.StoreException.Kind;
import io.situ.storage.StorePath;
import io.situ.storage.WriteHandle;
import java.nio.ByteBuffer;

/**
 * Writes a node. Strict: readers see nothing that was not flushed, for a store may hold it back.
 */
final class MemoryWriteHandle implements WriteHandle {

  /** What puts a file in its place when its handle is closed, or takes it away. */
  interface Ending {
    void end() throws StoreException;
  }

  private enum State {
    OPEN,
    BROKEN,
    CLOSED
  }

  private final MemoryFileTree tree;
  private final OpenHandles handles;
  private final MemoryStore store;
  private final StorePath path;
  private final MemoryInode node;
  private final Ending onClose;
  private final Ending onAbort;
  private final FileContent pending = new FileContent();
  private final long base;
  private long published;
  private State state = State.OPEN;

  MemoryWriteHandle(
      MemoryStore store, StorePath path, MemoryInode node, Ending onClose, Ending onAbort) {
    this.tree = store.tree();
    this.handles = store.handles();
    this.store = store;
    this.path = path;
    this.node = node;
    this.onClose = onClose;
    this.onAbort = onAbort;
    this.base = node.content.size();
    handles.opened(this, "the writer of '" + path + "'");
  }

  private void checkOpen() throws StoreException {
    if (state != State.OPEN) {
      throw new StoreException(
          Kind.FAILED, path, state == State.CLOSED ? "its writer is closed" : "writing failed");
    }
  }

  @Override
  public void write(ByteBuffer buffer) throws StoreException {
    checkOpen();
    synchronized (tree) {
      try {
        tree.grow(node, buffer.remaining(), path);
      } catch (StoreException e) {
        state = State.BROKEN;
        throw e;
      }
    }
    pending.append(buffer);
  }

  @Override
  public long position() {
    return base + pending.size();
  }

  @Override
  public void flush() throws StoreException {
    checkOpen();
    need(Capability.FLUSH);
    publish();
  }

  @Override
  public void sync() throws StoreException {
    checkOpen();
    need(Capability.SYNC);
    publish();
  }

  @Override
  public void setXattr(String name, ByteBuffer value) throws StoreException {
    checkOpen();
    need(Capability.XATTRS);
    synchronized (tree) {
      MemoryXattrs.set(node, path, name, value, XattrMode.SET);
      tree.restamp(node);
      tree.report(node);
    }
  }

  private void need(Capability capability) throws StoreException {
    if (!store.can(capability, path)) {
      throw new StoreException(Kind.UNSUPPORTED, path, "the store has no " + capability);
    }
  }

  private void publish() {
    synchronized (tree) {
      long fresh = pending.size() - published;
      if (fresh > 0) {
        pending.copyTo(node.content, published);
        published = pending.size();
        tree.touch(node);
        tree.report(node);
      }
    }
  }

  @Override
  public void abort() throws StoreException {
    if (state != State.CLOSED) {
      end(onAbort);
    }
  }

  @Override
  public void close() throws StoreException {
    if (state == State.CLOSED) {
      return;
    }
    boolean broken = state == State.BROKEN;
    end(onClose);
    if (broken) {
      throw new StoreException(Kind.FAILED, path, "an earlier write failed");
    }
  }

  private void end(Ending ending) throws StoreException {
    state = State.CLOSED;
    handles.closed(this);
    synchronized (tree) {
      publish();
      ending.end();
    }
  }
}
