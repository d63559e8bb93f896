// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.gluster;

import io.situ.storage.testkit.lab.TestClusterRun;
import org.junit.platform.launcher.TagFilter;

/** The second Java process: runs the tests that need the lab's mounts. */
final class GlusterClusterTestMain {

  private GlusterClusterTestMain() {}

  /** Runs all: first those that share the volumes, several at a time. */
  public static void main(String[] arguments) {
    TestClusterRun.together(GlusterClusterContract.ThroughTheMount.class);
    TestClusterRun.together(
        GlusterClusterContract.OnBricks.class, TagFilter.includeTags("reading"));
    TestClusterRun.together(
        GlusterClusterContract.WithMarks.class, TagFilter.includeTags("changes"));
    TestClusterRun.inTurn(GlusterClusterBricks.class);
    TestClusterRun.inTurn(GlusterClusterXtime.class);
    TestClusterRun.inTurn(GlusterClusterPlacement.class);
    TestClusterRun.inTurn(GlusterClusterFaults.class);
    System.exit(0);
  }
}
