// SPDX-License-Identifier: Apache-2.0
package io.situ.hadoop.fs.statistics;

import static org.assertj.core.api.Assertions.assertThat;

import io.situ.hadoop.fs.config.SituKeys;
import io.situ.hadoop.fs.statistics.SituStatistics.Distance;
import io.situ.storage.Replica;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.DataInputBuffer;
import org.apache.hadoop.io.DataOutputBuffer;
import org.junit.jupiter.api.Test;

/** Names and distances of the host of this process. */
class LocalHostTest {

  @Test
  void theHostIsTheOneTheEnginesName() {
    Configuration conf = new Configuration(false);
    assertThat(LocalHost.of(conf, Map.of()).names()).isNotEmpty();
    assertThat(LocalHost.of(conf, Map.of("NM_HOST", "Node7")).names()).containsExactly("node7");
    conf.set(SituKeys.ENGINE_HOST.name(), "node9");
    conf.set(SituKeys.ENGINE_RACK.name(), "/r");
    LocalHost here = LocalHost.of(conf, Map.of("NM_HOST", "node7"));
    assertThat(here.names()).containsExactly("node9");
    assertThat(here.rack()).contains("/r");
  }

  /** Spark gives its executors the driver's configuration, as bytes. */
  @Test
  void theRackMayComeFromTheEnvironmentOfEachHost() throws IOException {
    Configuration driver = new Configuration(false);
    driver.set(SituKeys.ENGINE_RACK.name(), "${env.HOME}");
    DataOutputBuffer bytes = new DataOutputBuffer();
    driver.write(bytes);
    DataInputBuffer in = new DataInputBuffer();
    in.reset(bytes.getData(), bytes.getLength());
    Configuration executor = new Configuration(false);
    executor.readFields(in);

    assertThat(LocalHost.of(executor, Map.of()).rack()).contains(System.getenv("HOME"));
  }

  @Test
  void withoutAKnownRackOtherHostsAreRemote() {
    LocalHost here = new LocalHost(Set.of("here"), Optional.empty());
    assertThat(here.distance(List.of(Replica.on("there")))).isEqualTo(Distance.REMOTE);
    assertThat(here.distance(List.of())).isEqualTo(Distance.UNKNOWN);
  }
}
