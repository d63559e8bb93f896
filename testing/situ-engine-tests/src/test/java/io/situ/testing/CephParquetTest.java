// SPDX-License-Identifier: Apache-2.0
package io.situ.testing;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.situ.storage.testkit.lab.TestClusterProcess;
import io.situ.testing.ceph.CephCluster;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** Tables that Spark writes to a real CephFS and plans to read: {@link CephParquetTables}. */
@Tag("servers")
class CephParquetTest {

  private static final List<String> FOLDERS =
      List.of("/usr/local/bin", "/usr/sbin", "/usr/bin", "/sbin", "/bin");

  @TempDir private Path directory;

  @TestFactory
  Stream<DynamicTest> onARealCephFs() throws Exception {
    List<List<String>> programs = new ArrayList<>(CephCluster.PROGRAMS);
    programs.add(List.of("unshare", "util-linux"));
    programs.add(List.of("ip", "iproute2"));
    programs.add(List.of("getfattr", "attr"));
    for (List<String> program : programs) {
      assumeTrue(
          FOLDERS.stream().anyMatch(folder -> Files.exists(Path.of(folder, program.get(0)))),
          program.get(0) + " is missing: install " + program.get(1));
    }
    assumeTrue(
        Files.isReadable(Path.of("/dev/fuse")), "/dev/fuse is missing, so nothing can be mounted");
    return TestClusterProcess.tests(directory, "ceph-spark.sh", CephParquetTestMain.class);
  }
}
