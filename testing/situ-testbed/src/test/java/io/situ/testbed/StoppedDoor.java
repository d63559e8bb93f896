// SPDX-License-Identifier: Apache-2.0
package io.situ.testbed;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;

/** Attaches files to HDFS while it is stopped, with the tool, as the guide says. */
final class StoppedDoor {

  private final Testbed testbed;
  private final Door door;
  private final Path state;
  private final Path lists;

  StoppedDoor(Testbed testbed, Door door, Path state) {
    this.testbed = testbed;
    this.door = door;
    this.state = state;
    this.lists = state.resolve("lists");
  }

  /** HDFS is stopped before, and all of it runs again afterwards. */
  void load(String directory, String target) {
    testbed.hadoop("hdfs", "dfsadmin", "-safemode", "enter").orThrow();
    Door.assertRefused(attach(directory, target), "is running; stop it first");
    testbed.hadoop("hdfs", "dfsadmin", "-saveNamespace").orThrow();
    testbed.stopDaemon("node1", "namenode");
    for (String host : testbed.hosts()) {
      testbed.stopDaemon(host, "datanode");
    }

    String said = attach(directory, target).orThrow();
    assertThat(said).contains("attached", "situ link");
    for (String host : testbed.hosts()) {
      assertThat(link(host)).contains(", 0 refused, ");
      assertThat(link(host)).as("again").contains(", 0 refused, ");
    }

    testbed.startDaemon("node1", "namenode");
    for (String host : testbed.hosts()) {
      testbed.startDaemon(host, "datanode");
    }
    testbed.awaitHadoop();
    testbed.hadoop("hdfs", "dfsadmin", "-safemode", "wait").orThrow();
  }

  private CommandResult attach(String directory, String target) {
    String names =
        testbed
            .hadoop("hdfs", "getconf", "-confKey", "dfs.namenode.name.dir")
            .orThrow()
            .strip()
            .replaceFirst("^file:(//)?", "");
    String[] words = {
      "--offline", names, "--lists", lists.toString(), "situ://vol/" + directory, target
    };
    return onHost("node1", "attach", words);
  }

  private String link(String host) {
    Path list = lists.resolve(host + ".links");
    assertThat(Files.exists(list)).as(list.toString()).isTrue();
    return onHost(host, "link", list.toString()).orThrow();
  }

  private CommandResult onHost(String host, String command, String... words) {
    return testbed.run(host, door.situ(state, command, words).toArray(String[]::new));
  }
}
