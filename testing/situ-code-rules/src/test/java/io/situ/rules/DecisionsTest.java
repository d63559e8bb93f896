// SPDX-License-Identifier: Apache-2.0
package io.situ.rules;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The decisions of this tree are in their index, and what is wrong with others is found. */
class DecisionsTest {

  private static final Path TREE = Path.of("../..").toAbsolutePath().normalize();
  private static final String PAGE = "# 0001 One\n\nStatus: accepted, 2026-01-02\n\nText.\n";
  private static final String ENTRY = "| [0001](0001-one.md) | One | accepted, 2026-01-02 |\n";

  @TempDir private Path other;

  private void write(String name, String text) throws IOException {
    Files.writeString(other.resolve(name), text);
  }

  @Test
  void eachDecisionOfThisTreeHasAStatusAndIsInTheIndex() throws IOException {
    assertThat(Decisions.violations(TREE.resolve("docs/decision"))).isEmpty();
  }

  @Test
  void thePagesOfAnIndexAreFound() throws IOException {
    write("0001-one.md", PAGE);
    write("README.md", "# Decisions\n\n| Number | Decision | Status |\n|---|---|---|\n" + ENTRY);
    assertThat(Decisions.violations(other)).isEmpty();
  }

  @Test
  void aPageThatTheIndexLacksIsFound() throws IOException {
    write("0001-one.md", PAGE);
    write("README.md", "# Decisions\n");
    assertThat(Decisions.violations(other))
        .containsExactly("README.md has no entry for 0001-one.md");
  }

  @Test
  void anEntryWithoutAPageIsFound() throws IOException {
    write("README.md", ENTRY);
    assertThat(Decisions.violations(other))
        .containsExactly("README.md has an entry for 0001-one.md, which is no page");
  }

  @Test
  void anEntryThatSaysSomethingElseIsFound() throws IOException {
    write("0001-one.md", PAGE);
    write("README.md", ENTRY.replace("accepted", "superseded by [0002](0002-two.md)"));
    assertThat(Decisions.violations(other))
        .containsExactly("README.md has another title or status than 0001-one.md");
  }

  @Test
  void anEntryThatIsThereTwiceIsFound() throws IOException {
    write("0001-one.md", PAGE);
    write("README.md", ENTRY + ENTRY);
    assertThat(Decisions.violations(other)).containsExactly("README.md has 0001-one.md twice");
  }

  @Test
  void pagesInAnotherFormAreFound() throws IOException {
    write("0001-one.md", PAGE.replace(", 2026-01-02", ""));
    write("0002-two.md", PAGE);
    write("0003-a.md", PAGE.replace("0001", "0003").replace("accepted", "superseded"));
    write("0003-b.md", PAGE.replace("0001", "0003"));
    write("four.md", PAGE);
    write("README.md", "# Decisions\n");
    assertThat(Decisions.violations(other))
        .containsExactly(
            "0001-one.md has no line 3 such as 'Status: accepted, 2026-11-26'",
            "0002-two.md does not begin with '# 0002 ' and a title",
            "0003-a.md has no line 3 such as 'Status: accepted, 2026-11-26'",
            "0003-b.md has the number of another decision",
            "four.md is no name of a decision: four digits, words and hyphens");
  }
}
