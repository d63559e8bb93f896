// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.ceph.rgw.rados;

import io.situ.driver.ceph.nativelib.DirectRead;
import io.situ.driver.ceph.nativelib.FallbackReadHandle;
import io.situ.storage.ReadHandle;
import io.situ.storage.StoreException;
import io.situ.storage.StoreException.Kind;
import java.nio.ByteBuffer;

/**
 * Reads an S3 object past the gateway, from the objects of RADOS that it is cut into. The first of
 * them is read only while it carries the tag of the object that was opened, as RGW itself does; the
 * others have names that are never used twice.
 */
public final class RadosReadHandle extends FallbackReadHandle {

  private static final int CUT_SHORT = -1;

  private final RadosSession session;
  private final RadosName head;
  private final byte[] tag;
  private final ObjectManifest manifest;

  /**
   * @param head where {@code attributes} were read
   */
  public RadosReadHandle(
      ReadHandle gateway, RadosSession session, RadosName head, HeadObjectAttributes attributes) {
    super(gateway);
    this.session = session;
    this.head = head;
    this.tag = attributes.tag();
    this.manifest = attributes.manifest();
  }

  @Override
  protected int bypass(long position, ByteBuffer buffer) throws StoreException {
    if (position >= object().size()) {
      return 0;
    }
    ObjectManifest.Piece piece;
    try {
      piece = manifest.piece(position);
    } catch (IllegalArgumentException e) {
      // The manifest does not say where this byte is.
      return CUT_SHORT;
    }
    int count = read(piece, position, buffer);
    if (count == -RadosSession.OTHER) {
      throw new StoreException(
          Kind.CHANGED, object().path(), "it was overwritten since it was opened");
    }
    return count == 0 ? CUT_SHORT : count;
  }

  @Override
  protected boolean bypassReadsAhead() {
    return false;
  }

  private int read(ObjectManifest.Piece piece, long position, ByteBuffer buffer) {
    int limit = buffer.limit();
    long room = piece.end() - position;
    if (room < buffer.remaining()) {
      buffer.limit(buffer.position() + (int) room);
    }
    try {
      return DirectRead.read(
          position - piece.start(), buffer, (at, to, length) -> call(piece, at, to, length));
    } finally {
      buffer.limit(limit);
    }
  }

  private int call(ObjectManifest.Piece piece, long offset, long address, int length) {
    return piece.name().isEmpty()
        ? session.read(head, tag, offset, address, length)
        : session.read(RadosName.tail(manifest.marker(), piece.name()), offset, address, length);
  }
}
