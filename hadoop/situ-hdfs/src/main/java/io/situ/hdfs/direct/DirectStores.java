// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.direct;

import io.situ.hadoop.fs.SituStores;
import io.situ.hadoop.fs.config.FileSystemSettings;
import io.situ.hadoop.fs.config.SituKeys;
import io.situ.hadoop.fs.stream.StreamContexts;
import io.situ.hdfs.link.LinkSources;
import io.situ.hdfs.link.SharedAttempts;
import io.situ.storage.Store;
import io.situ.storage.process.RecentFailure;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The stores that files are read from directly, each opened at its first use and kept. Only those
 * that need a store wait while it opens. One that does not open is tried again after a while.
 * Thread-safe.
 */
final class DirectStores {

  private static final Logger LOG = LoggerFactory.getLogger(DirectStores.class);

  private static final Duration RETRY_INTERVAL = Duration.ofMinutes(1);

  private final Configuration conf;
  private final FileSystem.Statistics statistics;
  private final SharedAttempts openings = new SharedAttempts();
  private final Map<String, OpenStore> open = new HashMap<>();
  private final Map<String, RecentFailure> failures = new ConcurrentHashMap<>();

  private boolean closed;

  DirectStores(Configuration conf, FileSystem.Statistics statistics) {
    this.conf = conf;
    this.statistics = statistics;
  }

  /**
   * A store, and what streams that read from it share.
   *
   * @param streams count where Hadoop counts for HDFS, and where this process does for the store
   */
  record OpenStore(Store store, StreamContexts streams) {}

  /** Returns a store; empty if its objects are not to be read here, or it does not open. */
  Optional<OpenStore> find(String name) {
    if (!isNamed(name)) {
      return Optional.empty();
    }
    Optional<OpenStore> known = findOpen(name);
    RecentFailure failure =
        failures.computeIfAbsent(name, any -> new RecentFailure(RETRY_INTERVAL));
    if (known.isEmpty() && failure.reason().isEmpty()) {
      try {
        openings.run(name, () -> keep(name, failure));
      } catch (IOException e) {
        LOG.debug("store '{}' is not read directly", name, e);
      }
      known = findOpen(name);
    }
    return known;
  }

  private synchronized Optional<OpenStore> findOpen(String name) {
    return Optional.ofNullable(open.get(name));
  }

  /** Opens a store, if that has not been tried a moment ago, and nothing was closed. */
  private void keep(String name, RecentFailure failure) throws IOException {
    synchronized (this) {
      if (closed || open.containsKey(name) || failure.reason().isPresent()) {
        return;
      }
    }
    OpenStore opened;
    try {
      opened = open(name);
    } catch (IOException | RuntimeException e) {
      if (e instanceof IOException reason && SharedAttempts.isInterruption(reason)) {
        throw reason;
      }
      failure.set(String.valueOf(e.getMessage()));
      LOG.warn(
          "files of store '{}' are read through DataNodes, because it does not open here: {}",
          name,
          e.getMessage());
      return;
    }
    synchronized (this) {
      if (!closed) {
        open.put(name, opened);
        return;
      }
    }
    opened.store().close();
  }

  /** Only a store with a name has a root that none of its paths leads out of. */
  private boolean isNamed(String name) {
    return !name.isEmpty() && LinkSources.STORES.find(conf::get).orElse(List.of()).contains(name);
  }

  private OpenStore open(String name) throws IOException {
    URI uri = URI.create(SituKeys.SCHEME + "://" + name + "/");
    FileSystemSettings settings = FileSystemSettings.of(uri, conf);
    return new OpenStore(
        SituStores.open(name, conf), new StreamContexts(settings, conf, () -> statistics));
  }

  synchronized void close() throws IOException {
    closed = true;
    IOException failure = null;
    for (OpenStore store : open.values()) {
      try {
        store.store().close();
      } catch (IOException e) {
        failure = failure == null ? e : failure;
      }
    }
    open.clear();
    if (failure != null) {
      throw failure;
    }
  }
}
