// SPDX-License-Identifier: Apache-2.0
package io.situ.testbed;

import static org.assertj.core.api.Assertions.assertThat;

import io.situ.testbed.hadoop.HadoopJava;
import io.situ.testbed.process.HostCommandResult;
import io.situ.testbed.state.TestbedOptions;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Hadoop's own contract tests on real stores: the rest of the build runs them on a directory. */
@Tag("long")
@Tag("cluster")
class ContractOnStoresTest {

  @TempDir private Path directory;

  private enum Place {
    GLUSTER(TestbedOptions.gluster(3, 2)),
    CEPH(TestbedOptions.ceph(3, 2)),
    CEPH_WITHOUT_A_MOUNT(
        TestbedOptions.ceph(3, 2)
            .withStore(
                new TestbedOptions.Storage(TestbedOptions.StoreKind.CEPH, 2).withoutMount()));

    private final TestbedOptions options;

    Place(TestbedOptions options) {
      this.options = options;
    }
  }

  @ParameterizedTest
  @EnumSource
  void theContractHolds(Place place) throws Exception {
    TestbedExtension.assumePossible(place.options);
    List<String> classPath = BuiltSourceTree.contract();
    try (Testbed testbed = Testbed.up(place.options)) {
      describe(testbed.storeKeys());
      String jars = directory + ":" + String.join(":", classPath);
      HostCommandResult result =
          testbed.run(
              "node1",
              "env",
              "--chdir=" + directory,
              HadoopJava.executable(),
              "-Xmx512m",
              "-cp",
              jars,
              "io.situ.hadoop.fs.contract.ContractRunner");
      assertThat(result.exitCode()).as("%s%n%s", result.out(), result.err()).isZero();
    }
  }

  /** The store that is tried, in a directory of the store {@code around} it. */
  private void describe(Map<String, String> keys) throws IOException {
    Configuration conf = new Configuration(false);
    for (String name : List.of("around", "contract")) {
      keys.forEach((key, value) -> conf.set("fs.situ.store." + name + "." + key, value));
    }
    conf.set(
        "fs.situ.store.contract.root", Path.of(keys.get("root")).resolve("contract").toString());
    try (OutputStream out = Files.newOutputStream(directory.resolve("contract-store.xml"))) {
      conf.writeXml(out);
    }
  }
}
