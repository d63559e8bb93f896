// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.ceph;

import io.situ.storage.testkit.lab.TestClusterProcess;
import io.situ.testing.ceph.CephCluster;
import io.situ.testing.ceph.Prerequisites;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** The lab's tests on a real cluster. */
@Tag("servers")
final class CephClusterTest {

  @TempDir private Path directory;

  @TestFactory
  Stream<DynamicTest> onARealCluster() throws Exception {
    assumePossible();
    return TestClusterProcess.tests(directory, "lab.sh", CephClusterTestMain.class);
  }

  @Tag("long")
  @TestFactory
  Stream<DynamicTest> onARealClusterForLong() throws Exception {
    assumePossible();
    return TestClusterProcess.longTests(directory, "lab.sh", CephClusterTestMain.class);
  }

  private static void assumePossible() {
    List<List<String>> programs = new ArrayList<>(CephCluster.S3_PROGRAMS);
    programs.add(List.of("setfattr", "attr"));
    Prerequisites.missing(programs).ifPresent(Assumptions::abort);
  }
}
