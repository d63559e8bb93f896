// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.cluster;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;

/** Tests that share a cluster with the others of their class: what they do to it harms no other. */
@Tag("servers")
public abstract class OwnClusterFixture {

  @TempDir protected static Path scratch;
  @AutoClose protected static LinkedCluster linked;

  @BeforeAll
  public static void start() throws IOException {
    linked = new LinkedCluster(scratch);
  }
}
