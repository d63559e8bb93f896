// SPDX-License-Identifier: Apache-2.0
package io.situ.cli.doctor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.situ.cli.InProcessTool;
import io.situ.cli.Tool;
import io.situ.cli.ToolFixture;
import io.situ.cli.console.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** {@code situ doctor --certify}, as an administrator calls it. */
@Tag("end-to-end")
class CertifyToolTest extends ToolFixture {

  private Path data;

  @BeforeEach
  void makeDirectory() throws IOException {
    data = Files.createDirectory(scratch.resolve("my data"));
  }

  private static List<String> checks(JsonNode report, String grade) {
    return StreamSupport.stream(report.path("checks").spliterator(), false)
        .filter(check -> check.path("grade").asText().equals(grade))
        .map(check -> check.path("part").asText() + " " + check.path("topic").asText())
        .toList();
  }

  @Test
  void aSoundFileSystemPassesAndKeepsNothing() throws Exception {
    Tool.Result result = situ.run("doctor", "--certify", data, "--json");

    assertThat(result.code()).as(result.out()).isZero();
    assertThat(result.err()).isEmpty();
    JsonNode report = new ObjectMapper().readTree(result.out());
    assertThat(report.path("result").asText()).isEqualTo("ok");
    assertThat(checks(report, "FAILED")).isEmpty();
    assertThat(checks(report, "ok"))
        .contains(
            "self-test read",
            "self-test depth",
            "contract renaming",
            "contract names",
            "contract listing-directories",
            "contract histories",
            "job wordcount",
            "clean up directory");
    assertThat(report.path("environment").toString())
        .contains("situ ", "java ", "hadoop ", "mount ", "driver    posix");
    assertThat(report.path("parts").fieldNames())
        .toIterable()
        .contains("self-test", "contract", "placement", "job");
    assertThat(data).isEmptyDirectory();
  }

  @Test
  void theReportIsTextForAPerson() throws Exception {
    Tool.Result result = new InProcessTool().run("doctor", "--certify", scratch.resolve("none"));

    assertThat(result.code()).isEqualTo(ExitCode.FAILED.code());
    assertThat(result.err()).isEmpty();
    assertThat(result.out())
        .startsWith("Certification of " + scratch.resolve("none") + " at ")
        .contains("  FAILED  store       there is no directory '" + scratch.resolve("none") + "'")
        .contains("\nFAILED: 1 failed, ");
  }

  @Test
  void aFileIsNoDirectory() throws Exception {
    Path file = Files.writeString(data.resolve("file"), "x");
    Tool.Result result = new InProcessTool().run("doctor", "--certify", file);

    assertThat(result.code()).isEqualTo(ExitCode.FAILED.code());
    assertThat(result.out()).contains("there is no directory '" + file + "'");
    assertThat(file).hasContent("x");
  }

  @Test
  void twoQuestionsAtOnceAreRefused() throws Exception {
    assertThat(new InProcessTool().run("doctor", "--certify", data, "--self-test", data).code())
        .isEqualTo(ExitCode.USAGE.code());
  }

  @Test
  void aFileSystemThatIsReadOnlyFailsWithItsReason() throws Exception {
    assumeTrue("root".equals(System.getProperty("user.name")), "only root may mount");
    assumeTrue(run("mount", "--bind", data.toString(), data.toString()), "nothing can be mounted");
    try {
      assumeTrue(run("mount", "-o", "remount,bind,ro", data.toString()), "not read-only");
      Tool.Result result = situ.run("doctor", "--certify", data);

      assertThat(result.code()).isEqualTo(ExitCode.FAILED.code());
      assertThat(result.out()).contains("FAILED  store").contains("read-only");
    } finally {
      run("umount", data.toString());
    }
    assertThat(data).isEmptyDirectory();
  }

  @Tag("long")
  @Test
  void aDirectoryOfAnotherUserFailsWithItsReason() throws Exception {
    assumeTrue("root".equals(System.getProperty("user.name")), "only root may become another user");
    List<String> otherUser = List.of("setpriv", "--reuid=65534", "--regid=65534", "--clear-groups");
    List<String> probe = new ArrayList<>(otherUser);
    probe.addAll(List.of("test", "-r", Tool.HOME.resolve("bin/situ").toString()));
    assumeTrue(run(probe.toArray(String[]::new)), "no other user may read the tool");
    for (Path path = data; path.startsWith(scratch); path = path.getParent()) {
      Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rwxr-xr-x"));
    }
    Path state = Files.createDirectory(scratch.resolve("state"));
    Files.setPosixFilePermissions(state, PosixFilePermissions.fromString("rwxrwxrwx"));
    List<String> program = new ArrayList<>(otherUser);
    program.add(Tool.HOME.resolve("bin/situ").toString());

    Tool.Result result = new Tool(scratch, program, Path.of("/")).run("doctor", "--certify", data);

    assertThat(result.code()).as(result.err()).isEqualTo(ExitCode.FAILED.code());
    assertThat(result.out()).contains("FAILED  store").contains("permission denied");
    assertThat(data).isEmptyDirectory();
  }

  @Test
  void whatIsInterruptedLeavesNothing() throws Exception {
    Tool.Running running = situ.start("doctor", "--certify", data);
    while (running.process().isAlive() && !inContract()) {
      TimeUnit.MILLISECONDS.sleep(1);
    }
    assertThat(run("kill", "-INT", Long.toString(running.process().pid()))).isTrue();
    Tool.Result result = running.result();

    assertThat(result.code()).isEqualTo(ExitCode.INTERRUPTED.code());
    assertThat(result.out()).isEmpty();
    assertThat(result.err()).contains("stopped").contains("is deleted");
    assertThat(data).isEmptyDirectory();
  }

  /** Whether a test of the contract is at work. */
  private boolean inContract() throws IOException {
    try (Stream<Path> own = Files.list(data)) {
      for (Path directory : own.toList()) {
        Path contract = directory.resolve("contract");
        if (Files.isDirectory(contract)) {
          try (Stream<Path> tests = Files.list(contract)) {
            return tests.findAny().isPresent();
          }
        }
      }
      return false;
    }
  }

  private static boolean run(String... command) throws Exception {
    Process process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    return process.waitFor() == 0;
  }
}
