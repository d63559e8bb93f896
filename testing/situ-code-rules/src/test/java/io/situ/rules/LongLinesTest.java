// SPDX-License-Identifier: Apache-2.0
package io.situ.rules;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Documents of this tree are wrapped, and a line that is too long is found. */
class LongLinesTest {

  private static final Path TREE = Path.of("../..").toAbsolutePath().normalize();
  private static final String HALF = "one word and one more, and at last it is fifty. . ";

  /** As long as a line may be. */
  private static final String HUNDRED = HALF + "one word and one more, and at last it is a hundred";

  @TempDir private Path other;

  private void write(String text) throws IOException {
    Files.writeString(Files.createDirectories(other.resolve("docs")).resolve("a.md"), text);
  }

  @Test
  void documentsOfThisTreeAreWrapped() throws IOException {
    assertThat(LongLines.violations(TREE)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        HUNDRED + "s",
        "- " + HUNDRED,
        "1. one\n   " + HUNDRED,
        "- one\n  - two\n    " + HUNDRED,
        "> " + HUNDRED,
        "`" + HUNDRED + "`",
        "[" + HUNDRED + "](a.md)",
        "```\ncode\n```\n" + HUNDRED + "s",
        "    code\n" + HUNDRED + "s",
      })
  void aLineThatIsTooLongIsFound(String text) throws IOException {
    write(text + "\n");
    assertThat(LongLines.violations(other))
        .containsExactly(
            "docs/a.md:" + text.lines().count() + " is longer than 100 characters: wrap the line");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        HUNDRED,
        "| " + HUNDRED + " |",
        "## " + HUNDRED,
        "```\n" + HUNDRED + "s\n```",
        "text\n\n    " + HUNDRED + "\n\n    " + HUNDRED,
        "- [link](https://example.org/"
            + "abcdefghij/abcdefghij/abcdefghij/abcdefghij/abcdefghij"
            + "/abcdefghij/abcdefghij/abcdefghij)",
      })
  void whatCannotBeWrappedMayBeLong(String text) throws IOException {
    write(text + "\n");
    assertThat(LongLines.violations(other)).isEmpty();
  }
}
