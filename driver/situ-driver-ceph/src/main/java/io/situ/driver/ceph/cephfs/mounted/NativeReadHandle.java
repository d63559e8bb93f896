// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.ceph.cephfs.mounted;

import io.situ.driver.ceph.cephfs.client.NativeSession;
import io.situ.driver.ceph.nativelib.DirectRead;
import io.situ.driver.ceph.nativelib.FallbackReadHandle;
import io.situ.driver.ceph.nativelib.ReadOrigins;
import io.situ.storage.ReadHandle;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.OptionalLong;

/** Reads a file of CephFS past the mount, straight into direct buffers. */
final class NativeReadHandle extends FallbackReadHandle {

  private final NativeSession session;
  private final long file;

  /**
   * Empty where the library reads ahead, so that bytes arrive at other times than they are read.
   */
  private final Optional<ReadOrigins> origins;

  NativeReadHandle(ReadHandle mount, NativeSession session, long file) {
    super(mount);
    this.session = session;
    this.file = file;
    this.origins = session.readsAhead() ? Optional.empty() : Optional.of(new ReadOrigins());
  }

  @Override
  protected int bypass(long position, ByteBuffer buffer) {
    return origins.isEmpty()
        ? readOnce(position, buffer)
        : origins.get().measure(position, () -> readOnce(position, buffer));
  }

  private int readOnce(long position, ByteBuffer buffer) {
    return DirectRead.read(
        position, buffer, (at, room, length) -> session.read(file, at, room, length));
  }

  @Override
  protected void readUsually(long position, int count) {
    origins.ifPresent(measured -> measured.unknown(position, count));
  }

  @Override
  public OptionalLong remoteBytes(long position, long length) {
    return origins.isEmpty()
        ? OptionalLong.empty()
        : OptionalLong.of(origins.get().remoteBytes(position, length));
  }

  @Override
  protected boolean bypassReadsAhead() {
    return session.readsAhead();
  }

  @Override
  protected void release() {
    session.close(file);
  }
}
