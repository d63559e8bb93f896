// SPDX-License-Identifier: Apache-2.0
package io.situ.hadoop.fs.statistics;

import io.situ.hadoop.fs.config.SituKeys;
import io.situ.hadoop.fs.statistics.SituStatistics.Distance;
import java.util.Locale;
import java.util.Map;
import org.apache.hadoop.metrics2.MetricsCollector;
import org.apache.hadoop.metrics2.MetricsException;
import org.apache.hadoop.metrics2.MetricsRecordBuilder;
import org.apache.hadoop.metrics2.MetricsSource;
import org.apache.hadoop.metrics2.MetricsSystem;
import org.apache.hadoop.metrics2.lib.Interns;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The statistics of every store in Hadoop's metrics system: through it JMX ({@code
 * Hadoop:service=...,name=Situ}), the {@code /jmx} and {@code /prom} pages of a daemon, and any
 * sink a site has configured. One record for each store, tagged with the store's name. Nothing is
 * published in a process that does not start the metrics system. Thread-safe.
 */
final class SituMetrics implements MetricsSource {

  private static final Logger LOG = LoggerFactory.getLogger(SituMetrics.class);
  private static final String NAME = "Situ";

  private SituMetrics() {}

  /** To be called once in a process, with the one its daemon starts. */
  static void publish(MetricsSystem system) {
    try {
      system.register(NAME, "Bytes that went through situ://, by distance", new SituMetrics());
    } catch (MetricsException e) {
      LOG.debug("another copy of Situ in this process publishes its metrics", e);
    }
  }

  @Override
  public void getMetrics(MetricsCollector collector, boolean all) {
    for (Map.Entry<String, SituStatistics> store : SituStatistics.all().entrySet()) {
      MetricsRecordBuilder record = collector.addRecord(NAME).setContext(SituKeys.SCHEME);
      record.tag(Interns.info("store", "Name in the URI; empty behind situ:///"), store.getKey());
      for (Distance distance : Distance.values()) {
        record.addCounter(
            Interns.info("BytesRead" + titleCase(distance), "Bytes read, " + distance),
            store.getValue().bytesRead(distance));
      }
      record.addCounter(
          Interns.info("BytesWritten", "Bytes written"), store.getValue().bytesWritten());
    }
  }

  private static String titleCase(Distance distance) {
    String name = distance.name();
    return name.charAt(0) + name.substring(1).toLowerCase(Locale.ROOT);
  }
}
