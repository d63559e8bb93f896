// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.gluster;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.situ.storage.testkit.lab.TestClusterProcess;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** The lab's tests on real volumes. */
@Tag("servers")
final class GlusterClusterTest {

  private static final List<String> PROGRAMS =
      List.of("/usr/sbin/glusterd", "/usr/sbin/gluster", "/usr/bin/unshare", "/usr/bin/setpriv");

  @TempDir private Path directory;

  @TestFactory
  Stream<DynamicTest> onRealVolumes() throws Exception {
    for (String program : PROGRAMS) {
      assumeTrue(
          Files.isExecutable(Path.of(program)),
          program + " is missing: install glusterfs-server and util-linux");
    }
    assumeTrue(
        Files.isReadable(Path.of("/dev/fuse")), "/dev/fuse is missing, so nothing can be mounted");
    return TestClusterProcess.tests(directory, "lab.sh", GlusterClusterTestMain.class);
  }
}
