// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.forward;

import io.situ.storage.ReadHandle;
import io.situ.storage.StoreException;
import io.situ.storage.StoreObject;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Objects;
import java.util.OptionalLong;

/**
 * Passes everything on to another handle. To add behaviour, override a member. Thread-safe if the
 * other handle is.
 */
public class ForwardingReadHandle implements ReadHandle {

  private final ReadHandle handle;

  /** Forwards to {@code handle}, which is closed with this. */
  public ForwardingReadHandle(ReadHandle handle) {
    this.handle = Objects.requireNonNull(handle, "handle");
  }

  /** Returns the other handle. */
  protected final ReadHandle delegate() {
    return handle;
  }

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
    return handle.read(position, buffer);
  }

  @Override
  public long nextData(long position) throws StoreException {
    return handle.nextData(position);
  }

  @Override
  public void readFully(List<Range> ranges) throws StoreException {
    handle.readFully(ranges);
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
    handle.close();
  }
}
