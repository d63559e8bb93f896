// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.ceph.cephfs.mounted;

import io.situ.driver.ceph.cephfs.client.NativeDirectory;
import io.situ.driver.ceph.cephfs.client.NativeSession;
import io.situ.driver.ceph.cephfs.client.NativeSessions;
import io.situ.driver.ceph.cluster.CephClusterConfig;
import io.situ.driver.ceph.nativelib.InstalledLibrary;
import io.situ.storage.ReadHandle;
import io.situ.storage.StoreException;
import io.situ.storage.StoreException.Kind;
import io.situ.storage.StoreObject;
import io.situ.storage.diagnostics.StoreWarnings;
import io.situ.storage.mounted.MountedStore;
import io.situ.storage.process.RecentFailure;
import io.situ.storage.util.CachedValue;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;

/**
 * Opens files and directories a second time past the mount, by libcephfs. The session begins with
 * the first of them, and again where the cluster has ended it. Where that cannot be, the mount
 * serves for a while, and a notice says why. Thread-safe.
 */
public final class NativeClient implements AutoCloseable {

  private static final Duration LIBRARY_INTERVAL = Duration.ofMinutes(10);

  /** Ten times as long as monitors that are away hold up who tries. */
  private static final Duration RETRY_INTERVAL = Duration.ofMinutes(5);

  private final MountedStore mount;
  private final CephClusterConfig cluster;
  private final StoreWarnings notices;
  private Optional<NativeSessions.Key> key = Optional.empty();
  private Optional<NativeSession> session = Optional.empty();
  private boolean closed;
  private final RecentFailure failure = new RecentFailure(RETRY_INTERVAL);
  private final CachedValue<Boolean> library =
      new CachedValue<>(
          false, LIBRARY_INTERVAL, old -> InstalledLibrary.isKnown(NativeSession.LIBRARY));

  public NativeClient(MountedStore mount, CephClusterConfig cluster, StoreWarnings notices) {
    this.mount = mount;
    this.cluster = cluster;
    this.notices = notices;
  }

  /** Whether Ceph's library is installed on this host; it is not loaded. */
  boolean hasLibrary() {
    return library.get();
  }

  /**
   * What reads the file that the mount has open: the same inode, or {@code opened} itself.
   *
   * @param task whether a task reads, see {@link ReadHandle.Options#task}
   */
  ReadHandle open(ReadHandle opened, boolean task) throws StoreException {
    try {
      return open(task, session -> open(opened, session)).orElse(opened);
    } catch (RuntimeException e) {
      opened.close();
      throw new StoreException(Kind.FAILED, opened.object().path(), e.getMessage(), e);
    }
  }

  private ReadHandle open(ReadHandle opened, NativeSession session) throws IOException {
    long file = session.open(opened.object(), mount.describer());
    return new NativeReadHandle(opened, session, file);
  }

  /**
   * Opens a directory.
   *
   * @param directory as the mount describes it
   * @return empty where the mount has to serve
   */
  Optional<NativeDirectory> open(StoreObject directory) {
    return open(
        false,
        session ->
            new NativeDirectory(session, session.openDirectory(directory, mount.describer())));
  }

  private interface Opening<T> {
    T in(NativeSession session) throws IOException;
  }

  /** Opens in the session, or if the cluster has ended that in another. */
  private <T> Optional<T> open(boolean task, Opening<T> opening) {
    Optional<NativeSession> now = session(task);
    try {
      return now.isEmpty() ? Optional.empty() : Optional.of(opening.in(now.get()));
    } catch (IOException e) {
      if (!now.get().hasEnded()) {
        note(e);
        return Optional.empty();
      }
    }
    try {
      Optional<NativeSession> other = renew(now.get());
      return other.isEmpty() ? Optional.empty() : Optional.of(opening.in(other.get()));
    } catch (IOException e) {
      note(e);
      return Optional.empty();
    }
  }

  /** The one session, of the kind that was wanted first. */
  private synchronized Optional<NativeSession> session(boolean task) {
    if (session.isEmpty() && !closed && failure.reason().isEmpty()) {
      try {
        NativeSessions.Key whole = NativeSessions.Key.whole(cluster);
        NativeSessions.Key wanted = task ? whole.ofTasks() : whole;
        session = Optional.of(NativeSessions.acquire(wanted));
        key = Optional.of(wanted);
      } catch (IOException e) {
        failure.set(e.getMessage());
        note(e);
      }
    }
    return session;
  }

  /** Another session; where there can be none the mount serves. */
  private Optional<NativeSession> renew(NativeSession dead) throws IOException {
    Optional<NativeSessions.Key> unused;
    IOException reason;
    synchronized (this) {
      if (session.isEmpty() || session.get() != dead) {
        return session;
      }
      try {
        session = Optional.of(NativeSessions.renew(key.orElseThrow(), dead));
        return session;
      } catch (IOException e) {
        reason = e;
        failure.set(e.getMessage());
        unused = forget();
      }
    }
    unused.ifPresent(NativeSessions::release);
    throw reason;
  }

  /** The key to be released, without this monitor: the end of a session may take long. */
  private synchronized Optional<NativeSessions.Key> forget() {
    Optional<NativeSessions.Key> unused = key;
    session = Optional.empty();
    key = Optional.empty();
    return unused;
  }

  private void note(IOException e) {
    notices.note("CephFS is used through its mount, which is slower", e.getMessage());
  }

  @Override
  public void close() {
    Optional<NativeSessions.Key> unused;
    synchronized (this) {
      closed = true;
      unused = forget();
    }
    unused.ifPresent(NativeSessions::release);
  }
}
