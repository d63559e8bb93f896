// SPDX-License-Identifier: Apache-2.0
package io.situ.cli.attach;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class OfflineOptionsTest {

  @Test
  void whoseOtherDirectoriesAreNotKnownIsWarned() {
    OfflineOptions options = new OfflineOptions();

    assertThat(options.warning(Map.of("fs.situ.store.x.root", "/x")).orElseThrow())
        .contains("saveNamespace");
    assertThat(options.warning(Map.of("dfs.namenode.name.dir.ns.nn1", "/a,/b"))).isEmpty();
  }
}
