// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.forward;

import io.situ.storage.ReadHandle;
import io.situ.storage.StoreException;
import io.situ.storage.StoreObject;
import io.situ.storage.StorePath;
import io.situ.storage.forward.StoreOperation.Kind;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.OptionalLong;

record InterceptedReadHandle(InterceptingStore store, StorePath path, ReadHandle handle)
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
    return store.around(
        new StoreOperation(Kind.READ, path, position, buffer.remaining()),
        () -> store.read(handle, position, buffer));
  }

  @Override
  public long nextData(long position) throws StoreException {
    return store.around(
        new StoreOperation(Kind.READ, path, position, 0), () -> handle.nextData(position));
  }

  @Override
  public void readFully(List<Range> ranges) throws StoreException {
    long first = ranges.isEmpty() ? 0 : ranges.get(0).position();
    long length = ranges.stream().mapToLong(range -> range.buffer().remaining()).sum();
    store.run(
        new StoreOperation(Kind.READ_RANGES, path, first, length), () -> handle.readFully(ranges));
  }

  @Override
  public boolean isUnchanged() throws StoreException {
    return handle.isUnchanged();
  }

  @Override
  public OptionalLong remoteBytes(long position, long length) {
    return handle.remoteBytes(position, length);
  }

  @Override
  public void close() throws StoreException {
    store.run(StoreOperation.of(Kind.READ_CLOSE, path), handle::close);
  }
}
