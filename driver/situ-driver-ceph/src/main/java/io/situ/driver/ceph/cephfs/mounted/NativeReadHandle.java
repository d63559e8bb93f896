// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.ceph.cephfs.mounted;

import io.situ.driver.ceph.cephfs.client.NativeSession;
import io.situ.driver.ceph.nativelib.DirectRead;
import io.situ.driver.ceph.nativelib.FallbackReadHandle;
import io.situ.storage.ReadHandle;
import java.nio.ByteBuffer;

/** Reads a file of CephFS past the mount, straight into direct buffers. */
final class NativeReadHandle extends FallbackReadHandle {

  private final NativeSession session;
  private final long file;

  NativeReadHandle(ReadHandle mount, NativeSession session, long file) {
    super(mount);
    this.session = session;
    this.file = file;
  }

  @Override
  protected int bypass(long position, ByteBuffer buffer) {
    return DirectRead.read(
        position, buffer, (at, room, length) -> session.read(file, at, room, length));
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
