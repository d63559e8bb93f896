package io.situ.driver.gluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

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
 * Runs the lab's tests on real volumes. They need mounts of their own, so they run in a second Java
 * process in namespaces that end with it, and with this process if it is killed.
 */
@Tag("slow")
final class GlusterLabTest {

  private static final List<String> PROGRAMS =
      List.of("/usr/sbin/glusterd", "/usr/sbin/gluster", "/usr/bin/unshare", "/usr/bin/setpriv");

  @TempDir private Path directory;

  @TestFactory
  Stream<DynamicTest> onRealVolumes() throws Exception {
    assumeTrue(
        "root".equals(System.getProperty("user.name")),
        "a GlusterFS server of its own can only be started by root");
    for (String program : PROGRAMS) {
      assumeTrue(
          Files.isExecutable(Path.of(program)),
          program + " is missing: install glusterfs-server and util-linux");
    }
    assumeTrue(
        Files.isReadable(Path.of("/dev/fuse")), "/dev/fuse is missing, so nothing can be mounted");
    return run().stream().map(GlusterLabTest::replay);
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
    try (InputStream in = GlusterLabTest.class.getResourceAsStream("lab.sh")) {
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
