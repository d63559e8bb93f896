// SPDX-License-Identifier: Apache-2.0
package io.situ.spark.scan;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import org.junit.jupiter.api.Test;

class ExecutorHostsTest {

  @Test
  void aNameIsTheExecutorThatHasItsAddress() {
    assertThat(new ExecutorHosts(Set.of("127.0.0.1")).apply("localhost")).isEqualTo("127.0.0.1");
    assertThat(new ExecutorHosts(Set.of("localhost")).apply("127.0.0.1")).isEqualTo("localhost");
  }

  @Test
  void otherNamesStayAsTheyAre() {
    ExecutorHosts hosts = new ExecutorHosts(Set.of("127.0.0.1", "no-executor.invalid"));

    assertThat(hosts.apply("127.0.0.1")).isEqualTo("127.0.0.1");
    assertThat(hosts.apply("no-host.invalid")).isEqualTo("no-host.invalid");
    assertThat(new ExecutorHosts(Set.of()).apply("localhost")).isEqualTo("localhost");
  }
}
