package io.situ.driver.ceph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.situ.testing.ceph.CephCluster;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * Runs the lab's tests on a real cluster. It needs networks and mounts of its own, so they run in a
 * second Java process in namespaces that end with it, and with this process if it is killed.
 */
@Tag("slow")
final class CephLabTest {

  private static final List<String> FOLDERS =
      List.of("/usr/local/bin", "/usr/sbin", "/usr/bin", "/sbin", "/bin");

  @TempDir private Path directory;

  @TestFactory
  Stream<DynamicTest> onARealCluster() throws Exception {
    assumeTrue(
        "root".equals(System.getProperty("user.name")),
        "a Ceph cluster of its own can only be started by root");
    List<List<String>> programs = new ArrayList<>(CephCluster.PROGRAMS);
    programs.addAll(CephCluster.S3_PROGRAMS);
    programs.add(List.of("unshare", "util-linux"));
    programs.add(List.of("ip", "iproute2"));
    programs.add(List.of("setfattr", "attr"));
    for (List<String> program : programs) {
      assumeTrue(
          FOLDERS.stream().anyMatch(folder -> Files.exists(Path.of(folder, program.get(0)))),
          program.get(0) + " is missing: install " + program.get(1));
    }
    assumeTrue(
        Files.isReadable(Path.of("/dev/fuse")), "/dev/fuse is missing, so nothing can be mounted");
    return run().stream().map(CephLabTest::replay);
  }

  private static DynamicTest replay(LabRunner.Result result) {
    return DynamicTest.dynamicTest(
        result.name(),
        () -> {
          if (result.outcome().equals(LabRunner.SKIPPED)) {
            Assumptions.abort(result.text());
          }
          assertThat(result.outcome()).as("%s", result.text()).isEqualTo(LabRunner.PASSED);
        });
  }

  private List<LabRunner.Result> run() throws IOException, InterruptedException {
    String script;
    try (InputStream in = CephLabTest.class.getResourceAsStream("lab.sh")) {
      script = new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
    List<String> command = new ArrayList<>(List.of("setpriv", "--pdeathsig", "KILL"));
    command.addAll(List.of("unshare", "--mount", "--net", "--uts", "--ipc", "--pid", "--fork"));
    command.addAll(List.of("--mount-proc", "--kill-child", "bash", "-c", script, "lab"));
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(
        List.of("-Xmx512m", "-Djava.io.tmpdir=" + directory.resolve("tmp"), "-cp", classPath()));
    command.add(LabRunner.class.getName());
    Process process =
        new ProcessBuilder(command).directory(directory.toFile()).redirectErrorStream(true).start();
    List<LabRunner.Result> results = new ArrayList<>();
    StringBuilder other = new StringBuilder();
    try (BufferedReader out = process.inputReader(StandardCharsets.UTF_8)) {
      for (String line = out.readLine(); line != null; line = out.readLine()) {
        LabRunner.Result.of(line).ifPresentOrElse(results::add, other(other, line));
      }
    } finally {
      process.destroyForcibly();
    }
    assertThat(process.waitFor()).as("%s", other).isZero();
    assertThat(results).as("%s", other).isNotEmpty();
    return results;
  }

  private static Runnable other(StringBuilder text, String line) {
    return () -> text.append(line).append('\n');
  }

  private static String classPath() {
    String all = System.getProperty("surefire.test.class.path");
    return all == null ? System.getProperty("java.class.path") : all;
  }
}
