// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.cluster;

import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.hadoop.fs.FileUtil;
import org.apache.hadoop.test.GenericTestUtils;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests on a cluster that serves all such classes of a process, one after the other, as starting
 * one takes longer than most tests. Each class finds HDFS and the store empty. Tests that stop
 * servers, take their files away or change what they are configured with extend {@link
 * OwnClusterFixture}.
 */
@Tag("servers")
public abstract class LinkedClusterFixture {

  @TempDir protected static Path scratch;

  /** Ends with the process. */
  protected static LinkedCluster linked;

  @BeforeAll
  public static void start() throws Exception {
    if (linked == null) {
      Path directory = GenericTestUtils.getTestDir("linked-cluster").toPath();
      FileUtil.fullyDelete(directory.toFile(), true);
      linked = new LinkedCluster(Files.createDirectories(directory));
    } else {
      linked.clear();
    }
  }
}
