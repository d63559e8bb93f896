// SPDX-License-Identifier: Apache-2.0
package io.situ.hadoop.fs.stream;

import io.situ.hadoop.fs.config.FileSystemSettings;
import io.situ.hadoop.fs.statistics.LocalHost;
import io.situ.hadoop.fs.statistics.SituStatistics;
import java.util.Optional;
import java.util.function.Supplier;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;

/**
 * Makes the context of each stream. The host's name is looked up for the first one: asking a name
 * server takes time that a file system without streams need not spend.
 */
public final class StreamContexts implements Supplier<StreamContext> {

  private final FileSystemSettings settings;
  private final Configuration conf;
  private final Supplier<FileSystem.Statistics> statistics;
  private final SituStatistics totals;
  private LocalHost here;

  public StreamContexts(
      FileSystemSettings settings, Configuration conf, Supplier<FileSystem.Statistics> statistics) {
    this.settings = settings;
    this.conf = conf;
    this.statistics = statistics;
    this.totals = SituStatistics.of(settings.store().name());
  }

  @Override
  public StreamContext get() {
    return new StreamContext(
        Optional.ofNullable(statistics.get()),
        totals,
        here(),
        settings.readAhead(),
        settings.writeBuffer());
  }

  private synchronized LocalHost here() {
    if (here == null) {
      here = LocalHost.of(conf, System.getenv());
    }
    return here;
  }
}
