// SPDX-License-Identifier: Apache-2.0
package io.situ.bench.harness;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Settings of benchmarks, as they are given and shown. */
class BenchmarkOptionsTest {

  private static final BenchmarkOptions SETTINGS =
      BenchmarkOptions.none().and("mb", 100).and("common", "");

  @Test
  void keysBecomeOptionsOfHadoop() throws UsageException {
    assertThat(SETTINGS.keys("common")).isEmpty();
    assertThat(SETTINGS.change("common=a.b=1,c=-Xmx1m -Dd=e").keys("common"))
        .containsExactly("-Da.b=1", "-Dc=-Xmx1m -Dd=e");
  }

  @Test
  void settingsAreShownAsAShellTakesThem() throws UsageException {
    assertThat(SETTINGS.change("mb=7").change("common=c=-Xmx1m -Dd=e"))
        .hasToString("mb=7 'common=c=-Xmx1m -Dd=e'");
  }
}
