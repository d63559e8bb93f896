// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.lock;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Renews a lease every ten seconds until this is closed: the NameNode closes or deletes files whose
 * client was silent for {@code dfs.namenode.lease-hard-limit-sec}. A renewal that fails is logged,
 * and the next one is tried. Thread-safe.
 */
public final class LeaseRenewal implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(LeaseRenewal.class);

  private static final Duration INTERVAL = Duration.ofSeconds(10);

  /** Renews a lease once. */
  @FunctionalInterface
  public interface Renewal {
    void renew() throws IOException;
  }

  private final String holder;
  private final Renewal renewal;
  private final ScheduledExecutorService renewals;

  /**
   * @param thread the name of the thread that renews
   * @param holder of the lease, for the log
   */
  public LeaseRenewal(String thread, String holder, Renewal renewal) {
    this.holder = holder;
    this.renewal = renewal;
    this.renewals = Executors.newSingleThreadScheduledExecutor(work -> daemon(work, thread));
    long interval = INTERVAL.toMillis();
    renewals.scheduleWithFixedDelay(this::tryRenew, interval, interval, TimeUnit.MILLISECONDS);
  }

  private static Thread daemon(Runnable work, String name) {
    Thread thread = new Thread(work, name);
    thread.setDaemon(true);
    return thread;
  }

  private void tryRenew() {
    try {
      renewal.renew();
    } catch (IOException e) {
      LOG.debug("the lease of {} is not renewed now", holder, e);
    }
  }

  @Override
  public void close() {
    renewals.shutdownNow();
  }
}
