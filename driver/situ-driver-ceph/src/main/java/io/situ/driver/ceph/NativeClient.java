package io.situ.driver.ceph;

import io.situ.storage.ReadHandle;
import io.situ.storage.StoreException;
import io.situ.storage.StoreException.Kind;
import io.situ.storage.StoreObject;
import io.situ.storage.mounted.MountedStore;
import java.io.IOException;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Opens files and directories a second time past the mount, by libcephfs. The session begins with
 * the first of them. Where that cannot be, the mount serves, and a warning says why. Safe for use
 * by many threads.
 */
final class NativeClient implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(NativeClient.class);

  private final MountedStore mount;
  private final NativeSessions.Key key;
  private Optional<NativeSession> session = Optional.empty();
  private boolean tried;
  private boolean warned;

  NativeClient(MountedStore mount, Cluster cluster) {
    this.mount = mount;
    this.key = NativeSessions.Key.whole(cluster);
  }

  /** What reads the file that the mount has open: the same inode, or {@code opened} itself. */
  ReadHandle open(ReadHandle opened) throws StoreException {
    Optional<NativeSession> now = session();
    if (now.isEmpty()) {
      return opened;
    }
    try {
      long file = now.get().open(opened.object(), mount.describer());
      return new NativeReadHandle(opened, now.get(), file);
    } catch (IOException e) {
      warn(e);
      return opened;
    } catch (RuntimeException e) {
      opened.close();
      throw new StoreException(Kind.FAILED, opened.object().path(), e.getMessage(), e);
    }
  }

  /**
   * Opens a directory.
   *
   * @param directory as the mount describes it
   * @return empty where the mount has to serve
   */
  Optional<NativeDirectory> open(StoreObject directory) {
    Optional<NativeSession> now = session();
    if (now.isEmpty()) {
      return Optional.empty();
    }
    try {
      long opened = now.get().openDirectory(directory, mount.describer());
      return Optional.of(new NativeDirectory(now.get(), opened));
    } catch (IOException e) {
      warn(e);
      return Optional.empty();
    }
  }

  private synchronized Optional<NativeSession> session() {
    if (!tried) {
      tried = true;
      try {
        session = Optional.of(NativeSessions.acquire(key));
      } catch (IOException e) {
        warn(e);
      }
    }
    return session;
  }

  private synchronized void warn(IOException e) {
    if (!warned) {
      warned = true;
      LOG.warn("Ceph: the mount is used, which is slower, for {}", e.getMessage());
    }
  }

  @Override
  public synchronized void close() {
    tried = true;
    if (session.isPresent()) {
      session = Optional.empty();
      NativeSessions.release(key);
    }
  }
}
