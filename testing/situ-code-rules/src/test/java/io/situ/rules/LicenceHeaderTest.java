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

/**
 * Each source says its licence in its first lines. {@code mvn spotless:apply} adds it to Java's.
 */
class LicenceHeaderTest {

  private static final String HEADER = "SPDX-License-Identifier: Apache-2.0";
  private static final Path TREE = Path.of("../..").toAbsolutePath().normalize();
  private static final Pattern SOURCE = Pattern.compile(".*\\.(java|sh|py|c)");
  private static final int FIRST_LINES = 2;

  private static List<String> withoutHeader(Path tree) throws IOException {
    List<String> found = new ArrayList<>();
    for (Path file : SourceVisitor.files(tree, LicenceHeaderTest::isSource)) {
      if (!hasHeader(file)) {
        found.add(tree.relativize(file).toString());
      }
    }
    return found;
  }

  private static boolean isSource(Path file) {
    return SOURCE.matcher(file.toString()).matches() || file.getParent().endsWith("bin");
  }

  private static boolean hasHeader(Path file) throws IOException {
    try (var lines = Files.lines(file)) {
      return lines.limit(FIRST_LINES).anyMatch(line -> line.endsWith(HEADER));
    }
  }

  @Test
  void eachSourceOfThisTreeSaysItsLicence() throws IOException {
    assertThat(withoutHeader(TREE)).isEmpty();
  }

  @Test
  void aSourceWithoutItsLicenceIsFound(@TempDir Path tree) throws IOException {
    Files.createDirectories(tree.resolve("a/target"));
    Files.writeString(tree.resolve("a/Good.java"), "// " + HEADER + "\npackage a;\n");
    Files.writeString(tree.resolve("a/good.sh"), "#!/bin/sh\n# " + HEADER + "\n");
    Files.writeString(tree.resolve("a/Bad.java"), "package a;\n\n// " + HEADER + "\n");
    Files.writeString(tree.resolve("a/target/Made.java"), "package a;\n");
    Files.writeString(tree.resolve("a/text.md"), "text\n");
    assertThat(withoutHeader(tree)).containsExactly("a/Bad.java");
  }
}
