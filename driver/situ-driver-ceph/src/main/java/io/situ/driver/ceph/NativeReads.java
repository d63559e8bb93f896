package io.situ.driver.ceph;

import io.situ.storage.ReadHandle;
import io.situ.storage.StoreException;
import io.situ.storage.StoreException.Kind;
import java.io.IOException;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Opens files a second time past the mount, by libcephfs. The session begins with the first file.
 * Where that cannot be, files are read through the mount, and a warning says why. Safe for use by
 * many threads.
 */
final class NativeReads implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(NativeReads.class);

  private final Cluster cluster;
  private Optional<NativeSession> session = Optional.empty();
  private boolean tried;
  private boolean warned;

  NativeReads(Cluster cluster) {
    this.cluster = cluster;
  }

  /** What reads the file that {@code mount} has open: the same inode, or {@code mount} itself. */
  ReadHandle open(ReadHandle mount) throws StoreException {
    Optional<NativeSession> now = session();
    if (now.isEmpty()) {
      return mount;
    }
    try {
      long file = now.get().open(mount.object().version().identity());
      return new NativeReadHandle(mount, now.get(), file);
    } catch (IOException e) {
      warn(e);
      return mount;
    } catch (RuntimeException e) {
      mount.close();
      throw new StoreException(Kind.FAILED, mount.object().path(), e.getMessage(), e);
    }
  }

  private synchronized Optional<NativeSession> session() {
    if (!tried) {
      tried = true;
      try {
        session = Optional.of(NativeSessions.acquire(cluster));
      } catch (IOException e) {
        warn(e);
      }
    }
    return session;
  }

  private synchronized void warn(IOException e) {
    if (!warned) {
      warned = true;
      LOG.warn("Ceph: files are read through the mount, for {}", e.getMessage());
    }
  }

  @Override
  public synchronized void close() {
    tried = true;
    if (session.isPresent()) {
      session = Optional.empty();
      NativeSessions.release(cluster);
    }
  }
}
