// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.ceph.cluster;

import io.situ.storage.StoreException;
import io.situ.storage.config.PlacementTables;
import io.situ.storage.config.StoreConfig;
import io.situ.storage.process.CommandResult;
import io.situ.storage.process.RecentFailure;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Pattern;

/**
 * The largest object that a cluster's OSDs take. Files may be laid out in larger ones, and writes
 * to them hang. Asked once, and handed on to the tasks of a job; where there is no answer, asked
 * again after a while. Thread-safe.
 */
public final class ObjectSizeLimit {

  /** What the configuration of all OSDs says, and what one of them was started with. */
  private static final List<String> QUESTIONS =
      List.of("config get osd osd_max_object_size", "config show osd.0 osd_max_object_size");

  private static final Duration RETRY_INTERVAL = Duration.ofMinutes(1);
  private static final Pattern NUMBER = Pattern.compile("[0-9]{1,18}");

  private final CephProgram ceph;
  private final PgMapCache.JobTable table;
  private final RecentFailure failure = new RecentFailure(RETRY_INTERVAL);
  private Optional<PlacementTables.Table> known = Optional.empty();

  /**
   * @param table the limit among the answers that come with a job
   */
  ObjectSizeLimit(CephProgram ceph, PgMapCache.JobTable table) {
    this.ceph = ceph;
    this.table = table;
    table.tables().register(table.cluster(), this::latest);
  }

  /**
   * Returns that of a store's cluster, which is not asked yet.
   *
   * @throws StoreException {@code INVALID_ARGUMENT} for a value that a key cannot have
   */
  public static ObjectSizeLimit open(StoreConfig config) throws StoreException {
    CephClusterConfig cluster = CephClusterConfig.of(config);
    return new ObjectSizeLimit(
        new CephProgram("ceph", cluster),
        new PgMapCache.JobTable(
            config.tables(),
            cluster.tableName() + " osd_max_object_size",
            config.get(PgMapCache.JOB_MAP_INTERVAL)));
  }

  /**
   * Returns the limit in bytes.
   *
   * @throws IOException with one sentence, if it cannot be found out; not tried again for a minute
   */
  public synchronized long bytes() throws IOException {
    if (known.isEmpty()) {
      known = table.find();
    }
    if (known.isEmpty()) {
      byte[] answer = Long.toString(askAfterAWhile()).getBytes(StandardCharsets.US_ASCII);
      known = Optional.of(new PlacementTables.Table(answer, Instant.now()));
    }
    return Long.parseLong(new String(known.get().content(), StandardCharsets.US_ASCII));
  }

  /** Who creates files asks for each, and the program may take a minute to fail. */
  private long askAfterAWhile() throws IOException {
    Optional<String> reason = failure.reason();
    if (reason.isPresent()) {
      throw new IOException(reason.get());
    }
    try {
      return ask();
    } catch (IOException e) {
      failure.set(e.getMessage());
      throw e;
    }
  }

  private long ask() throws IOException {
    CommandResult result = ceph.ask(QUESTIONS);
    OptionalLong least =
        new String(result.output(), StandardCharsets.UTF_8)
            .lines()
            .map(line -> line.replace("\"", "").strip())
            .filter(line -> NUMBER.matcher(line).matches())
            .mapToLong(Long::parseLong)
            .min();
    return least.orElseThrow(
        () ->
            new IOException(
                "Ceph does not answer 'ceph --id "
                    + ceph.cluster().user()
                    + " config get osd osd_max_object_size': "
                    + result.reason()));
  }

  /** Who writes says what is wrong, where anything is. */
  private synchronized Optional<PlacementTables.Table> latest() {
    try {
      bytes();
    } catch (IOException e) {
      return Optional.empty();
    }
    return known;
  }
}
