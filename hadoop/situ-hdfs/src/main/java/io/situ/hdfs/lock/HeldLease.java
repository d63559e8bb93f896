// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.lock;

import io.situ.storage.StoreException;
import java.io.IOException;
import org.apache.hadoop.hdfs.protocol.HdfsConstants;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The lease of the lock's file, which this process has open. It is renewed until this is closed.
 * Once it is lost it stays so. Thread-safe.
 */
final class HeldLease implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(HeldLease.class);

  /** So long after the last renewal the NameNode need not be asked. */
  private static final long FRESH_MILLIS = HdfsConstants.LEASE_SOFTLIMIT_PERIOD * 2 / 3;

  private final LockFile file;
  private final LockHolder self;
  private final long inode;
  private final LeaseRenewal renewal;
  private final LeaseClock clock;
  private volatile boolean lost;

  /**
   * @param inode of the file, which is open by that holder
   * @param before the moment right before it was opened
   */
  HeldLease(LockFile file, LockHolder self, long inode, LeaseClock.Reading before) {
    this.file = file;
    this.self = self;
    this.inode = inode;
    this.clock = new LeaseClock(before);
    this.renewal = new LeaseRenewal("situ-attach-lock", LockFile.PATH, this::renew);
  }

  /**
   * Asks the NameNode.
   *
   * @throws StoreException {@code UNAVAILABLE} if it is lost
   * @throws IOException if the NameNode does not answer; it may be lost or not
   */
  void renew() throws IOException {
    LeaseClock.Reading now = LeaseClock.now();
    if (!lost && file.renew(self, inode)) {
      clock.set(now);
    } else {
      lost = true;
      throw lost();
    }
  }

  /** As {@link #renew}, where the last renewal is so old that the lease may have been lost. */
  void require() throws IOException {
    if (lost || !isFresh()) {
      renew();
    }
  }

  private boolean isFresh() {
    return clock.elapsedMillis() <= FRESH_MILLIS;
  }

  /** Ends the renewals, and deletes the file, unless the NameNode has not answered for long. */
  void release() {
    close();
    try {
      if (!lost && isFresh()) {
        file.delete(inode);
      }
    } catch (IOException e) {
      LOG.warn("{} stays until its lease runs out: {}", LockFile.PATH, e.getMessage());
    }
  }

  /** Ends the renewals: the lease runs out. */
  @Override
  public void close() {
    renewal.close();
  }

  private static StoreException lost() {
    return new StoreException(
        StoreException.Kind.UNAVAILABLE,
        null,
        "another command may give permissions in HDFS by now, because this one did not get to renew"
            + " its lease of '"
            + LockFile.PATH
            + "' in time, or that was deleted or moved; the same command goes on where this one was");
  }
}
