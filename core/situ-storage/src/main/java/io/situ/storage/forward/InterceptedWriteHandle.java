// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.forward;

import io.situ.storage.StoreException;
import io.situ.storage.StorePath;
import io.situ.storage.WriteHandle;
import io.situ.storage.forward.StoreOperation.Kind;
import java.nio.ByteBuffer;

record InterceptedWriteHandle(InterceptingStore store, StorePath path, WriteHandle handle)
    implements WriteHandle {

  @Override
  public void write(ByteBuffer buffer) throws StoreException {
    store.run(
        new StoreOperation(Kind.WRITE, path, handle.position(), buffer.remaining()),
        () -> handle.write(buffer));
  }

  @Override
  public long position() {
    return handle.position();
  }

  @Override
  public void flush() throws StoreException {
    store.run(StoreOperation.of(Kind.FLUSH, path), handle::flush);
  }

  @Override
  public void sync() throws StoreException {
    store.run(StoreOperation.of(Kind.SYNC, path), handle::sync);
  }

  @Override
  public void setXattr(String name, ByteBuffer value) throws StoreException {
    store.run(StoreOperation.of(Kind.SET_XATTR, path), () -> handle.setXattr(name, value));
  }

  @Override
  public void abort() throws StoreException {
    store.run(StoreOperation.of(Kind.ABORT, path), handle::abort);
  }

  @Override
  public void close() throws StoreException {
    store.run(StoreOperation.of(Kind.WRITE_CLOSE, path), handle::close);
  }
}
