// SPDX-License-Identifier: Apache-2.0
package io.situ.testbed.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.situ.testbed.BuiltSourceTree;
import io.situ.testbed.Testbed;
import io.situ.testbed.TestbedExtension;
import io.situ.testbed.process.Await;
import io.situ.testbed.process.Commands;
import io.situ.testbed.process.HostCommandResult;
import io.situ.testbed.state.TestbedOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * A NodeManager writes the logs of a job to the store in the name of the job's user, whose rights
 * it does not have.
 */
@Tag("cluster")
@Tag("long")
class LogAggregationTest {

  private static final String USER = "daemon";
  private static final String EXECUTOR = "yarn.nodemanager.container-executor.class";
  private static final String REFUSAL =
      "situ://vol is not opened for user 'daemon', for whom this process of 'root' acts";

  @RegisterExtension
  static final TestbedExtension TESTBED =
      BuiltSourceTree.testbed(
          TestbedOptions.posix(1),
          Map.of(
              "yarn.log-aggregation-enable", "true",
              "yarn.nodemanager.remote-app-log-dir", "situ://vol/logs"));

  private final Testbed testbed = TESTBED.testbed();

  @BeforeEach
  void letTheUserWriteInHdfs() throws IOException {
    testbed.hadoop("hdfs", "dfs", "-chmod", "-R", "1777", "/tmp").orThrow();
    String file = UnknownContainerExecutor.class.getName().replace('.', '/') + ".class";
    Path copy = testbed.confDir().resolve(file);
    Files.createDirectories(copy.getParent());
    try (var in = UnknownContainerExecutor.class.getClassLoader().getResourceAsStream(file)) {
      Files.write(copy, in.readAllBytes());
    }
  }

  @Test
  void isDoneWhereContainersHaveTheRightsOfTheNodeManager() throws IOException {
    restart("");
    String application = run("default");

    assertAggregated(application);
  }

  @Test
  void isRefusedWhereContainersMayHaveTheUsersRights() throws IOException {
    restart(property(EXECUTOR, UnknownContainerExecutor.class.getName()));
    String application = run("refused");

    Path log = testbed.disk("node1").resolve("log/nodemanager.log");
    assertThat(Files.readString(log))
        .containsPattern(
            REFUSAL + "[^\n]*set fs\\.situ\\.other\\.users=process in core-site\\.xml");
    assertThat(testbed.disk("node1").resolve("hadoop/userlogs/" + application))
        .isNotEmptyDirectory();
    assertThat(find(application)).isEmpty();
    assertThat(logs(application).exitCode()).isNotZero();
  }

  @Test
  void isDoneWhereTheKeyAllowsIt() throws IOException {
    restart(
        property(EXECUTOR, UnknownContainerExecutor.class.getName())
            + property("fs.situ.other.users", "process"));
    String application = run("allowed");

    assertAggregated(application);
  }

  /**
   * The logs are in the store, belong to the NodeManager's user, and their job's user reads them.
   */
  private void assertAggregated(String application) throws IOException {
    Await.until("aggregate the logs", () -> !find(application).isEmpty());
    assertThat(find(application))
        .allSatisfy(file -> assertThat(Files.getOwner(file)).hasToString("root"));
    assertThat(logs(application).orThrow())
        .contains("Task 'attempt_" + application.substring(12) + "_m_000000_0' done");
  }

  /** The files of the job's logs that have their names, which they get when they are whole. */
  private List<Path> find(String application) throws IOException {
    Path logs = testbed.mount().resolve("logs");
    try (Stream<Path> files = Files.exists(logs) ? Files.walk(logs) : Stream.empty()) {
      return files
          .filter(file -> file.toString().matches(".*/" + application + "/node1_\\d+"))
          .toList();
    }
  }

  private HostCommandResult logs(String application) {
    return asUser("yarn", "logs", "-applicationId", application);
  }

  /** Runs a job of the user to its end, which is a good one, and returns YARN's name of it. */
  private String run(String name) {
    HostCommandResult result =
        asUser(
            "hadoop",
            "jar",
            BuiltSourceTree.examples(),
            "randomtextwriter",
            "-Dmapreduce.randomtextwriter.totalbytes=1000",
            "/tmp/out-" + name);
    result.orThrow();
    return result.err().replaceAll("(?s).*Running job: job_(\\d+_\\d+).*", "application_$1");
  }

  private HostCommandResult asUser(String tool, String... arguments) {
    return Commands.result(
        Commands.concat(
            List.of("env", "HADOOP_USER_NAME=" + USER),
            testbed.hadoopCommand("node1", tool, List.of(arguments))),
        "");
  }

  /** Starts the NodeManager again with more properties in all of its site files. */
  private void restart(String properties) throws IOException {
    testbed.stopDaemon("node1", "nodemanager");
    for (String file : List.of("core-site.xml", "yarn-site.xml")) {
      Path site = testbed.confDir().resolve(file);
      String stock = Files.readString(site).replaceAll("(?s)<!-- more.*", "</configuration>\n");
      String more = "<!-- more -->" + properties + "</configuration>\n";
      Files.writeString(site, stock.replace("</configuration>\n", more));
    }
    testbed.startDaemon("node1", "nodemanager");
    testbed.awaitHadoop();
  }

  private static String property(String key, String value) {
    return "<property><name>" + key + "</name><value>" + value + "</value></property>";
  }
}
