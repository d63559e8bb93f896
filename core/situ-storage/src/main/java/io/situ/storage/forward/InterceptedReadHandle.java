// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.forward;

import io.situ.storage.ReadHandle;
import io.situ.storage.StoreException;
import io.situ.storage.StorePath;
import io.situ.storage.forward.StoreOperation.Kind;
import java.nio.ByteBuffer;
import java.util.List;

/** Has the store intercept what is read. */
final class InterceptedReadHandle extends ForwardingReadHandle {

  private final InterceptingStore store;
  private final StorePath path;

  InterceptedReadHandle(InterceptingStore store, StorePath path, ReadHandle handle) {
    super(handle);
    this.store = store;
    this.path = path;
  }

  @Override
  public int read(long position, ByteBuffer buffer) throws StoreException {
    return store.around(
        new StoreOperation(Kind.READ, path, position, buffer.remaining()),
        () -> store.read(delegate(), position, buffer));
  }

  @Override
  public long nextData(long position) throws StoreException {
    return store.around(
        new StoreOperation(Kind.READ, path, position, 0), () -> delegate().nextData(position));
  }

  @Override
  public void readFully(List<Range> ranges) throws StoreException {
    long first = ranges.isEmpty() ? 0 : ranges.get(0).position();
    long length = ranges.stream().mapToLong(range -> range.buffer().remaining()).sum();
    store.run(
        new StoreOperation(Kind.READ_RANGES, path, first, length),
        () -> delegate().readFully(ranges));
  }

  @Override
  public void close() throws StoreException {
    store.run(StoreOperation.of(Kind.READ_CLOSE, path), delegate()::close);
  }
}
