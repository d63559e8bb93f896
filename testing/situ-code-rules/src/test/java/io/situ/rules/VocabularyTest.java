// SPDX-License-Identifier: Apache-2.0
package io.situ.rules;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Words that Situ does not use are in no name, text, comment or document of this tree. */
class VocabularyTest {

  private static final Path TREE = Path.of("../..").toAbsolutePath().normalize();

  @TempDir private Path other;

  private static List<String> lines() throws IOException {
    try (InputStream list = VocabularyTest.class.getResourceAsStream("vocabulary.txt")) {
      return new String(list.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
    }
  }

  private void write(String file, String text) throws IOException {
    Path path = other.resolve(file);
    Files.createDirectories(path.getParent());
    Files.writeString(path, text);
  }

  private List<String> violations(String... vocabulary) throws IOException {
    return new Vocabulary(List.of(vocabulary)).violations(other);
  }

  @Test
  void noWordThatWasLeftIsInThisTree() throws IOException {
    assertThat(new Vocabulary(lines()).violations(TREE)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "src/DoorList.java | class DoorList {} | DoorList",
        "src/A.java | class A { int size() { return readAnew(); } } | readAnew",
        "src/A.java | class A { static final int TOLD_TWICE = 1; } | TOLD_TWICE",
        "src/A.java | class A { @Option(description = \"Names, parted by commas.\") String s; } |"
            + " parted by",
        "src/A.java | class A { String s = \"names, parted \" + \"by commas\"; } | parted",
        "src/A.java | /** Tells the size. */ class A {} | Tells",
        "src/A.java | class A {} // closed by whoever asks | whoever",
        "docs/a.md | The size is told at the end. | told",
        "docs/man/a.1 | Names, parted by commas. | parted by",
        "bin/tool | # nobody calls this | nobody",
        "src/A.scala | object A { def tellSize(): Int = 1 } | tellSize",
        "src/A.scala | /** Tells the size. */ object A | Tells",
        "src/a.py | # nobody calls this | nobody",
        "src/a.tsv | it is not mended yet | mended",
        "src/a.txt | # The size is told at the end. | told",
      })
  void aWordThatWasLeftIsFoundWithItsLine(String file, String text, String word)
      throws IOException {
    write(file, "\n" + text + "\n");
    assertThat(
            new Vocabulary(lines().stream().filter(l -> !l.startsWith("allow")).toList())
                .violations(other))
        .isNotEmpty()
        .allMatch(found -> found.startsWith(file))
        .anyMatch(found -> found.startsWith(file + ":2: '" + word));
  }

  @Test
  void partsOfOtherWordsAreNotFound() throws IOException {
    write("src/Indoor.java", "/** An amendment that foretold it. */ class Indoor { int told2x; }");
    assertThat(violations("leave mend, told, door | x")).hasSize(1);
    write("src/Indoor.java", "/** An amendment that foretold it. */ class Indoor {}");
    assertThat(violations("leave mend, told, door | x")).isEmpty();
  }

  @Test
  void anExceptionIsForItsFileOnly() throws IOException {
    String[] vocabulary = {"leave door | attach", "allow a.md | door of wood | real wood"};
    write("docs/a.md", "a door of wood\n");
    assertThat(violations(vocabulary)).isEmpty();
    write("docs/b.md", "a door of wood\n");
    assertThat(violations(vocabulary)).containsExactly("docs/b.md:1: 'door': write attach");
  }

  @Test
  void anExceptionThatIsNotNeededIsFound() throws IOException {
    write("docs/a.md", "glass\n");
    assertThat(violations("allow a.md | door of wood | real wood"))
        .containsExactly("'allow a.md | door of wood | real wood' is not needed: remove its line");
  }
}
