// SPDX-License-Identifier: Apache-2.0
package io.situ.rules;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that the documents of this tree name are there, and one that is not is found. */
class CitedTestsTest {

  private static final Path TREE = Path.of("../..").toAbsolutePath().normalize();

  @TempDir private Path other;

  @BeforeEach
  void makeATree() throws IOException {
    Path tests = Files.createDirectories(other.resolve("core/src/test/java/some"));
    Files.writeString(
        tests.resolve("SomeTest.java"), "class SomeTest { @Test void passes() { races(); } }");
    Files.writeString(tests.resolve("SomeFaults.java"), "class SomeFaults { void fails() {} }");
  }

  private void write(String text) throws IOException {
    Files.writeString(other.resolve("a.md"), text);
  }

  @Test
  void documentsOfThisTreeNameTestsThatAreThere() throws IOException {
    assertThat(CitedTests.violations(TREE)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "| fault | `SomeTest` `passes`, `SomeFaults` `fails` |",
        "`SomeTest` and\n`AbstractContractOpenTest`, `SymlinkBaseTest` of Hadoop",
        "`Store` `placement`",
      })
  void whatIsThereMayBeNamed(String text) throws IOException {
    write(text);
    assertThat(CitedTests.violations(other)).isEmpty();
  }

  @Test
  void aClassThatIsNotThereIsFound() throws IOException {
    write("parts of `GoneTest`, `SomeTest`");
    assertThat(CitedTests.violations(other))
        .containsExactly("a.md names GoneTest, which is not there");
  }

  @Test
  void aMethodThatIsNotThereIsFound() throws IOException {
    write("| fault | `SomeTest` `passes`, `races`, `SomeFaults`\n`passes` |");
    assertThat(CitedTests.violations(other))
        .containsExactly(
            "a.md names SomeTest races, which is not there",
            "a.md names SomeFaults passes, which is not there");
  }
}
