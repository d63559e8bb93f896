// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.ceph.rgw;

import io.situ.driver.ceph.rgw.rados.HeadObjectAttributes;
import io.situ.driver.ceph.rgw.rados.ObjectManifest;
import io.situ.driver.ceph.rgw.rados.RadosName;
import io.situ.driver.ceph.rgw.rados.RadosReadHandle;
import io.situ.driver.ceph.rgw.rados.RadosSession;
import io.situ.driver.ceph.rgw.s3.S3Objects;
import io.situ.storage.ReadHandle;
import io.situ.storage.diagnostics.StoreWarnings;
import io.situ.storage.process.RecentFailure;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Opens S3 objects a second time past the gateway, where their bytes are kept as they were written.
 * The session begins with the first object; where it cannot, or the cluster does not answer in it,
 * the gateway serves for a while. Thread-safe.
 */
final class RadosReads implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(RadosReads.class);
  private static final Duration RETRY_INTERVAL = Duration.ofMinutes(1);

  private final Sessions sessions;
  private final RgwPlacement.Markers markers;
  private final StoreWarnings notices;
  private Optional<RadosSession> session = Optional.empty();
  private final RecentFailure failure = new RecentFailure(RETRY_INTERVAL);
  private boolean closed;

  /** Begins sessions. */
  interface Sessions {
    /**
     * Begins a session, to be closed by the caller.
     *
     * @throws IOException with one sentence, if it cannot begin
     */
    RadosSession begin() throws IOException;
  }

  RadosReads(Sessions sessions, RgwPlacement.Markers markers, StoreWarnings notices) {
    this.sessions = sessions;
    this.markers = markers;
    this.notices = notices;
  }

  /** What reads the object that {@code gateway} has open, or {@code gateway} itself. */
  ReadHandle open(ReadHandle gateway) {
    try {
      Optional<RadosSession> now = session();
      if (now.isEmpty()) {
        return gateway;
      }
      RadosName head = RadosName.head(markers.marker(), S3Objects.key(gateway.object().path()));
      HeadObjectAttributes attributes = now.get().head(head);
      return isSafe(attributes, gateway)
          ? new RadosReadHandle(gateway, now.get(), head, attributes)
          : gateway;
    } catch (FileNotFoundException | IllegalArgumentException e) {
      LOG.debug("read through the gateway: {}", gateway.object().path(), e);
      return gateway;
    } catch (IOException e) {
      failure.set(e.getMessage());
      notices.note("objects of RGW are read through the gateway", e.getMessage());
      return gateway;
    }
  }

  private static boolean isSafe(HeadObjectAttributes head, ReadHandle gateway) {
    ObjectManifest manifest = head.manifest();
    return head.isPlain()
        && manifest.size() == gateway.object().size()
        && !manifest.elsewhere()
        && S3Objects.version(head.etag()).equals(gateway.object().version());
  }

  private synchronized Optional<RadosSession> session() throws IOException {
    if (failure.reason().isPresent()) {
      return Optional.empty();
    }
    if (session.isEmpty() && !closed) {
      try {
        session = Optional.of(sessions.begin());
      } catch (IOException e) {
        // Before another thread that waits here begins one.
        failure.set(e.getMessage());
        throw e;
      }
    }
    return session;
  }

  @Override
  public synchronized void close() {
    closed = true;
    session.ifPresent(RadosSession::close);
    session = Optional.empty();
  }
}
