package io.situ.testbed;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The command line's {@code up} and {@code down}, the first killed at all sorts of moments. */
class DownTest {

  private static final String DIR = "SITU_TESTBED_DIR";

  @TempDir Path folder;

  @ParameterizedTest
  @ValueSource(ints = {150, 300, 450, 600, 900, 1300, 1800, 2500, 4000})
  void leavesNothingAfterAnUpThatWasKilled(int milliseconds) throws Exception {
    TestbedExtension.assumePossible(TestbedOptions.gluster(3, 2));
    Process up = command("up", "--hosts", "3", "--store", "gluster", "--replica", "2");
    up.waitFor(milliseconds, TimeUnit.MILLISECONDS);
    up.destroyForcibly().waitFor();

    assertThat(command("down").waitFor()).isZero();
    Leftovers.assertNone(folder.resolve("bed"));
  }

  @Test
  void upTwiceIsHarmlessAndSoIsDownTwice() throws Exception {
    TestbedExtension.assumePossible(TestbedOptions.posix(2));
    for (int round = 0; round < 2; round++) {
      assertThat(command("up", "--hosts", "2", "--no-hadoop").waitFor()).isZero();
    }
    assertThat(command("run", "--host", "node2", "--", "sh", "-c", "exit 7").waitFor())
        .isEqualTo(7);
    assertThat(command("up", "--hosts", "1", "--no-hadoop").waitFor()).isEqualTo(1);
    for (int round = 0; round < 2; round++) {
      assertThat(command("down").waitFor()).isZero();
      Leftovers.assertNone(folder.resolve("bed"));
    }
    assertThat(command("status").waitFor()).isEqualTo(1);
  }

  private Process command(String... arguments) throws Exception {
    List<String> java =
        List.of(
            HadoopJava.home().resolve("bin/java").toString(),
            "-cp",
            System.getProperty("java.class.path"),
            Main.class.getName());
    ProcessBuilder builder =
        new ProcessBuilder(Commands.concat(java, List.of(arguments)))
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(new File(folder + "/words")));
    builder.environment().put(DIR, folder.resolve("bed").toString());
    return builder.start();
  }
}
