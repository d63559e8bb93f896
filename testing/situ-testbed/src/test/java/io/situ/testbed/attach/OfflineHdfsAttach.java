// SPDX-License-Identifier: Apache-2.0
package io.situ.testbed.attach;

import static org.assertj.core.api.Assertions.assertThat;

import io.situ.testbed.Testbed;
import io.situ.testbed.process.HostCommandResult;
import java.nio.file.Files;
import java.nio.file.Path;

/** Attaches files to HDFS while it is stopped, with the tool, as the guide says. */
final class OfflineHdfsAttach {

  private final Testbed testbed;
  private final HdfsAttachment attachment;
  private final Path state;
  private final Path lists;

  OfflineHdfsAttach(Testbed testbed, HdfsAttachment attachment, Path state) {
    this.testbed = testbed;
    this.attachment = attachment;
    this.state = state;
    this.lists = state.resolve("lists");
  }

  /** HDFS is stopped before, and all of it runs again afterwards. */
  void load(String directory, String target) {
    testbed.hadoop("hdfs", "dfsadmin", "-safemode", "enter").orThrow();
    HdfsAttachment.assertRefused(attach(directory, target), "is running; stop it first");
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

  private HostCommandResult attach(String directory, String target) {
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

  private HostCommandResult onHost(String host, String command, String... words) {
    return testbed.run(host, attachment.situ(state, command, words).toArray(String[]::new));
  }
}
