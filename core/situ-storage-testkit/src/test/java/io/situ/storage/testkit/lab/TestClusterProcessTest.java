// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.testkit.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class TestClusterProcessTest {

  @TempDir private Path directory;

  @Test
  void aLabThatHangsIsTakenDownAndTriedOnceMore() throws Throwable {
    Map<String, DynamicTest> tests = new LinkedHashMap<>();
    TestClusterProcess.tests(
            directory, "hangs-once.sh", Program.class, Duration.ofSeconds(10), false)
        .forEach(test -> tests.put(method(test), test));

    assertThat(directory.resolve("2")).isDirectory();
    assertThat(tests.keySet()).containsExactlyInAnyOrder("passes", "fails", "isLeftOut");
    tests.get("passes").getExecutable().execute();
    assertThatThrownBy(() -> tests.get("fails").getExecutable().execute())
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("it is not so");
    assertThatThrownBy(() -> tests.get("isLeftOut").getExecutable().execute())
        .isNotInstanceOf(AssertionError.class)
        .hasMessageContaining("there is none");
  }

  @Test
  void onlyTheLongOnesIfAsked() throws Exception {
    assertThat(
            TestClusterProcess.tests(
                directory, "runs.sh", Program.class, Duration.ofSeconds(10), true))
        .extracting(TestClusterProcessTest::method)
        .containsExactly("takesLong");
  }

  private static String method(DynamicTest test) {
    return test.getDisplayName().replaceAll(".*method:|\\(.*", "");
  }

  /** What runs in the lab. */
  static final class Program {

    private Program() {}

    public static void main(String[] arguments) {
      TestClusterRun.inTurn(Lab.class);
      System.exit(0);
    }
  }

  /** Found by no runner but the lab's, for nothing says that it is a test. */
  static final class Lab {

    @Test
    void passes() {
      assertThat(Files.isDirectory(Path.of("tmp"))).isTrue();
    }

    @Test
    void fails() {
      throw new AssertionError("it is not so");
    }

    @Tag(TestClusterRun.LONG_TAG)
    @Test
    void takesLong() {
      assertThat(Files.isDirectory(Path.of("tmp"))).isTrue();
    }

    @Test
    void isLeftOut() {
      Assumptions.abort("there is none");
    }
  }
}
