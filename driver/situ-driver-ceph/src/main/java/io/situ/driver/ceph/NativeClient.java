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
  private final Cluster cluster;
  private Optional<NativeSessions.Key> key = Optional.empty();
  private Optional<NativeSession> session = Optional.empty();
  private boolean tried;
  private boolean warned;

  NativeClient(MountedStore mount, Cluster cluster) {
    this.mount = mount;
    this.cluster = cluster;
  }

  /**
   * What reads the file that the mount has open: the same inode, or {@code opened} itself.
   *
   * @param task whether a task reads, see {@link ReadHandle.Options#task}
   */
  ReadHandle open(ReadHandle opened, boolean task) throws StoreException {
    Optional<NativeSession> now = session(task);
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
    Optional<NativeSession> now = session(false);
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

  /** The one session, of the kind that was wanted first. */
  private synchronized Optional<NativeSession> session(boolean task) {
    if (!tried) {
      tried = true;
      try {
        NativeSessions.Key whole = NativeSessions.Key.whole(cluster);
        NativeSessions.Key wanted = task ? whole.ofTasks() : whole;
        session = Optional.of(NativeSessions.acquire(wanted));
        key = Optional.of(wanted);
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
    session = Optional.empty();
    key.ifPresent(NativeSessions::release);
    key = Optional.empty();
  }
}
