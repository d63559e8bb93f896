// SPDX-License-Identifier: Apache-2.0
package io.situ.hadoop.fs.statistics;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.situ.hadoop.fs.statistics.SituStatistics.Distance;
import java.io.StringWriter;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.management.ObjectName;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.metrics2.MetricsSystem;
import org.apache.hadoop.metrics2.impl.MetricsSystemImpl;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;
import org.apache.hadoop.metrics2.sink.PrometheusMetricsSink;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What was read is seen where Hadoop shows its metrics. */
class SituMetricsTest {

  @TempDir Path directory;

  private final MetricsSystem system = new MetricsSystemImpl();

  /**
   * Names of sources are unique in a process, whichever system they are in; other tests have ours.
   */
  @BeforeEach
  void start() {
    DefaultMetricsSystem.setMiniClusterMode(true);
    system.init("SituTest");
    SituMetrics.publish(system);
  }

  @AfterEach
  void stop() {
    system.shutdown();
    DefaultMetricsSystem.setMiniClusterMode(false);
  }

  @Test
  void jmxAndPrometheusShowBytesByDistance() throws Exception {
    PrometheusMetricsSink sink = new PrometheusMetricsSink();
    system.register("prometheus", "for this test", sink);
    Path file = Files.writeString(directory.resolve("text"), "twelve bytes");
    Configuration conf = new Configuration(false);
    conf.set("fs.situ.store.metered.root", directory.toString());
    try (FileSystem fs =
            FileSystem.newInstance(new org.apache.hadoop.fs.Path("situ://metered/").toUri(), conf);
        FSDataInputStream in = fs.open(new org.apache.hadoop.fs.Path("situ://metered/text"))) {
      assertThat(new String(in.readAllBytes(), UTF_8)).isEqualTo(Files.readString(file));
    }
    long read = SituStatistics.of("metered").bytesRead(Distance.UNKNOWN);

    assertThat(read).isEqualTo(12);
    assertThat(
            ManagementFactory.getPlatformMBeanServer()
                .queryNames(new ObjectName("Hadoop:service=SituTest,name=Situ*"), null))
        .isNotEmpty();
    system.publishMetricsNow();
    StringWriter page = new StringWriter();
    sink.writeMetrics(page);
    assertThat(page.toString().lines())
        .anyMatch(
            line ->
                line.startsWith("situ_bytes_read_unknown{")
                    && line.contains("store=\"metered\"")
                    && line.endsWith(" 12"));
  }
}
