// SPDX-License-Identifier: Apache-2.0
package io.situ.rules;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code spark/pom.xml} bans from Java's imports, for Scala, which its rules do not read. */
class ScalaImportsTest {

  private static final Path TREE = Path.of("../..").toAbsolutePath().normalize();
  private static final Pattern BANNED =
      Pattern.compile(
          "\\bio\\.situ\\.(driver|storage\\.mounted|hdfs|cli|bench|testbed|testing)\\b");

  private static List<String> violations(Path tree) throws IOException {
    List<String> found = new ArrayList<>();
    for (Path file : SourceVisitor.files(tree, path -> path.toString().endsWith(".scala"))) {
      BANNED
          .matcher(Files.readString(file))
          .results()
          .forEach(match -> found.add(tree.relativize(file) + ": " + match.group()));
    }
    return found;
  }

  @Test
  void scalaOfThisTreeSeesNothingThatIsBanned() throws IOException {
    assertThat(violations(TREE)).isEmpty();
  }

  @Test
  void aBannedPackageIsFound(@TempDir Path tree) throws IOException {
    Files.writeString(tree.resolve("A.scala"), "import io.situ.driver.ceph.CephStore\n");
    Files.writeString(tree.resolve("B.scala"), "import io.situ.storage.Store\n");
    assertThat(violations(tree)).containsExactly("A.scala: io.situ.driver");
  }
}
