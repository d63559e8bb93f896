// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.ceph.cephfs.libcephfs;

import io.situ.driver.ceph.cephfs.client.CephErrors;
import io.situ.driver.ceph.cephfs.client.LibCephFsInode;
import io.situ.driver.ceph.cephfs.client.NativeSession;
import io.situ.driver.ceph.cephfs.client.NativeSessions;
import io.situ.driver.ceph.cephfs.client.NativeUser;
import io.situ.storage.StoreException;
import io.situ.storage.StoreException.Kind;
import io.situ.storage.StorePath;
import io.situ.storage.mounted.nativelib.Errno;
import io.situ.storage.mounted.nativelib.ErrnoException;
import java.io.IOException;

/**
 * The root of a session that this store shares. A session that the cluster has ended is found out
 * here, before anything is done, and another is begun once. Thread-safe.
 */
final class SharedSession implements RootOpener {

  private final NativeSessions.Key key;
  private final NativeUser user;

  /** Null once this is closed. */
  private NativeSession session;

  /**
   * Begins a session, or shares the one that there is.
   *
   * @throws StoreException {@code PERMISSION_DENIED}, {@code NOT_FOUND}, {@code UNAVAILABLE},
   *     {@code UNSUPPORTED}, with one sentence
   */
  SharedSession(NativeSessions.Key key, LibCephFsStore.User user) throws StoreException {
    this.key = key;
    try {
      this.session = NativeSessions.acquire(key);
    } catch (IOException e) {
      throw failure(e, null);
    }
    try {
      this.user = user.get();
    } catch (StoreException | RuntimeException e) {
      NativeSessions.release(key);
      throw e;
    } catch (LinkageError e) {
      NativeSessions.release(key);
      throw NativeSession.lacking(e);
    }
  }

  @Override
  public RootOpener ofTasks() throws StoreException {
    return new SharedSession(key.ofTasks(), () -> user);
  }

  private static StoreException failure(IOException e, StorePath path) {
    return e instanceof StoreException known
        ? new StoreException(known.kind(), path, known.reason(), known)
        : new StoreException(Kind.UNAVAILABLE, path, e.getMessage(), e);
  }

  @Override
  public LibCephFsInode open(StorePath path) throws StoreException, ErrnoException {
    NativeSession now = session(path);
    try {
      return LibCephFsInode.root(now, user);
    } catch (ErrnoException e) {
      // A client that was evicted hears of it in several ways, this one among them.
      if (!CephErrors.endsSession(e) && !e.is(Errno.EPERM)) {
        throw e;
      }
      return LibCephFsInode.root(renew(path, now), user);
    }
  }

  private synchronized NativeSession session(StorePath path) throws StoreException {
    if (session == null) {
      throw new StoreException(Kind.FAILED, path, "the store is closed");
    }
    return session;
  }

  private synchronized NativeSession renew(StorePath path, NativeSession dead)
      throws StoreException {
    session(path);
    try {
      session = NativeSessions.renew(key, dead);
      return session;
    } catch (IOException e) {
      throw failure(e, path);
    }
  }

  @Override
  public synchronized void close() {
    if (session != null) {
      session = null;
      NativeSessions.release(key);
    }
  }
}
