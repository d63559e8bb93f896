// SPDX-License-Identifier: Apache-2.0
package io.situ.testbed;

import java.util.ArrayList;
import java.util.List;

/** Ceph's own command, as its administrator gives it. */
public record CephTool(Testbed testbed) {

  public String run(String... words) {
    List<String> argv = new ArrayList<>(List.of("ceph"));
    argv.addAll(List.of("--conf", testbed.storeKeys().get("conf"), "--id", "admin"));
    argv.addAll(List.of(words));
    return testbed.run("node1", argv.toArray(String[]::new)).orThrow();
  }

  /**
   * Returns the commands that a user of the cluster has given, of the last 1,000, with their times.
   */
  public List<String> commandsOf(String user) {
    return run("log", "last", "1000", "debug", "audit")
        .lines()
        .filter(line -> line.contains("entity='" + user + "' cmd="))
        .toList();
  }
}
