// SPDX-License-Identifier: Apache-2.0
package io.situ.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The programs by which {@code bin/dev test} counts results and checks what is in quarantine. */
@Tag("end-to-end")
class TestListsTest {

  @TempDir private Path scratch;
  private Path list;
  private Path results;

  private record Ran(int code, String out) {}

  private static Ran java(String program, Path argument) throws Exception {
    return run(
        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
        "-XX:TieredStopAtLevel=1",
        "-XX:+UseSerialGC",
        Tool.HOME.resolve("bin").resolve(program).toString(),
        argument.toString());
  }

  private static Ran run(String... command) throws Exception {
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return new Ran(process.waitFor(), out);
  }

  @BeforeEach
  void makeATree() throws IOException {
    list = Files.createDirectories(scratch.resolve("testing")).resolve("quarantine.tsv");
    results = Files.createDirectories(scratch.resolve("results/servers"));
    Path source = Files.createDirectories(scratch.resolve("core/some/src/test/java/some"));
    Files.writeString(
        source.resolve("SomeTest.java"),
        """
        package some;

        class SomeTest {
          @Quarantined
          @ParameterizedTest
          @CsvSource({"1,0", ")"})
          void waits(int much) throws Exception {}

          @Test
          @Quarantined
          void races() {}

          @Test
          void passes() {}
        }
        """
            .replace("@Quarantined", "@Tag(\"quarantine\")"));
  }

  @Test
  void whatIsInQuarantineIsPrinted() throws Exception {
    Files.writeString(
        list,
        "# a comment\nsome.SomeTest.waits\t2026-11-02\ta clock\nsome.SomeTest.races\t2026-11-03\ttwo threads\n");

    Ran ran = java("Quarantine.java", scratch);

    assertThat(ran.out())
        .contains("in quarantine since 2026-11-02: some.SomeTest.waits: a clock")
        .contains("in quarantine since 2026-11-03: some.SomeTest.races: two threads");
    assertThat(ran.code()).isZero();
  }

  @Test
  void aListWithoutDatesOrReasonsOrTestsFails() throws Exception {
    Files.writeString(
        list,
        "some.SomeTest.waits\tlately\t \nsome.SomeTest.passes\t2026-11-02\tno tag\nsome.Gone.test\t2026-11-02\tx\nwords\n");

    Ran ran = java("Quarantine.java", scratch);

    assertThat(ran.code()).isEqualTo(1);
    assertThat(ran.out())
        .contains("tsv:1: some.SomeTest.waits has no reason")
        .contains("tsv:1: 'lately' is no date such as ")
        .contains("there is no test some.SomeTest.passes that is tagged")
        .contains("there is no test some.Gone.test that is tagged")
        .contains("tsv:4: 1 fields")
        .contains("some.SomeTest.races is tagged \"quarantine\", but is not in");
  }

  @Test
  void ofAFlakyTestIsSaidThatItIs() throws Exception {
    Files.writeString(
        results.resolve("TEST-some.SomeTest.xml"),
        """
        <testsuite name="some.SomeTest" time="61.5">
          <testcase name="passes" classname="some.SomeTest" time="1.0"/>
          <testcase name="races" classname="some.SomeTest" time="1.0">
            <flakyFailure message="once" type="x">trace</flakyFailure>
          </testcase>
          <testcase name="waits" classname="some.SomeTest" time="0">
            <skipped message="Assumption failed: not root"/>
          </testcase>
        </testsuite>
        """);
    Files.writeString(results.resolveSibling("servers.time"), "servers: 70 s\n");

    Ran ran = java("TestResults.java", results.getParent());

    assertThat(ran.out())
        .contains("    62 some.SomeTest (servers)\n")
        .contains("servers: 70 s\n")
        .contains("skipped 1: not root\n")
        .contains("FLAKY, failed at first and then passed: some.SomeTest.races (servers): once\n")
        .endsWith("1 flaky\n2 passed, 0 failed, 1 skipped\n");
    assertThat(ran.code()).isZero();
  }

  @Test
  void aTestThatFailsOrNoneAtAllIsAFailure() throws Exception {
    assertThat(java("TestResults.java", results.getParent()).code()).isEqualTo(1);
    Files.writeString(
        results.resolve("TEST-some.SomeTest.xml"),
        """
        <testsuite name="some.SomeTest" time="1">
          <testcase name="passes" classname="some.SomeTest" time="1.0">
            <failure message="no" type="x">trace</failure>
            <rerunFailure message="no" type="x">trace</rerunFailure>
          </testcase>
        </testsuite>
        """);

    Ran ran = java("TestResults.java", results.getParent());

    assertThat(ran.out())
        .contains("FAILED some.SomeTest.passes (servers): no\n")
        .endsWith("0 passed, 1 failed, 0 skipped\n");
    assertThat(ran.code()).isEqualTo(1);
  }

  @Test
  void aRingThatThereIsNotIsSaid() throws Exception {
    Ran ran = run(Tool.HOME.resolve("bin/dev").toString(), "test", "slow");

    assertThat(ran.code()).isEqualTo(2);
    assertThat(ran.out())
        .startsWith("dev: which tests? ")
        .contains("servers", "hadoop-3.4", "long");
  }
}
