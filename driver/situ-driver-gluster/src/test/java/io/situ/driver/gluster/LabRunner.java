// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.gluster;

import io.situ.storage.testkit.lab.LabRun;
import org.junit.platform.launcher.TagFilter;

/** The second Java process: runs the tests that need the lab's mounts. */
final class LabRunner {

  private LabRunner() {}

  /** Runs all: first those that share the volumes, several at a time. */
  public static void main(String[] arguments) {
    LabRun.together(LabContract.ThroughTheMount.class);
    LabRun.together(LabContract.OnBricks.class, TagFilter.includeTags("reading"));
    LabRun.together(LabContract.WithMarks.class, TagFilter.includeTags("changes"));
    LabRun.inTurn(LabBricks.class);
    LabRun.inTurn(LabMarks.class);
    LabRun.inTurn(LabPlacement.class);
    LabRun.inTurn(LabAway.class);
    System.exit(0);
  }
}
