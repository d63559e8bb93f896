// SPDX-License-Identifier: Apache-2.0
package io.situ.testbed.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.situ.testbed.host.Host;
import io.situ.testbed.state.TestbedOptions;
import io.situ.testbed.state.TestbedState;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SharedStoreTest {

  @TempDir private Path directory;

  private Set<String> writers(TestbedOptions options) {
    TestbedState state = new TestbedState(directory);
    SharedStore store = SharedStore.of(state, options);
    Set<String> names = new TreeSet<>();
    for (Host host : Host.all(state, options)) {
      List<String> daemons = store.daemons(host);
      assertThat(daemons).containsAll(store.writers(host));
      names.addAll(store.writers(host));
    }
    return names;
  }

  @Test
  void onlyDaemonsThatStoreObjectsCountAsWriters() {
    assertThat(writers(TestbedOptions.ceph(3, 2))).containsExactly("osd");
    assertThat(writers(TestbedOptions.gluster(3, 2))).containsExactly("brick");
    assertThat(writers(TestbedOptions.posix(2))).isEmpty();
  }
}
