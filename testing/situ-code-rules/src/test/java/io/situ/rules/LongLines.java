// SPDX-License-Identifier: Apache-2.0
package io.situ.rules;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Sentences of Markdown are wrapped. A line may be longer in a table, in a block of code and as a
 * heading, and where it is one word, such as a link.
 */
final class LongLines {

  private static final int MAX_LENGTH = 100;

  private static final Pattern FENCE = Pattern.compile("\\s*(```|~~~).*");
  private static final Pattern CODE = Pattern.compile("( {4}|\t).*");
  private static final Pattern TABLE_OR_HEADING = Pattern.compile("\\s*\\||#{1,6} ");

  /** What a line begins with before its first word. */
  private static final Pattern MARKER = Pattern.compile("^\\s*(?:>\\s*)*(?:[-*+] +|\\d+[.)] +)?");

  private LongLines() {}

  /** Returns where a line is too long below a directory, a sentence each. */
  static List<String> violations(Path tree) throws IOException {
    List<String> violations = new ArrayList<>();
    for (Path file : SourceVisitor.files(tree, path -> path.toString().endsWith(".md"))) {
      for (int number : longLines(Files.readAllLines(file))) {
        violations.add(
            tree.relativize(file)
                + ":"
                + number
                + " is longer than "
                + MAX_LENGTH
                + " characters: wrap the line");
      }
    }
    return violations;
  }

  private static List<Integer> longLines(List<String> lines) {
    List<Integer> found = new ArrayList<>();
    boolean fenced = false;
    boolean codeMayBegin = true;
    for (int i = 0; i < lines.size(); i++) {
      String line = lines.get(i);
      boolean fence = FENCE.matcher(line).matches();
      boolean code = fenced || fence || (codeMayBegin && CODE.matcher(line).matches());
      fenced ^= fence;
      codeMayBegin = code || line.isBlank();
      if (!code && isLongSentence(line)) {
        found.add(i + 1);
      }
    }
    return found;
  }

  private static boolean isLongSentence(String line) {
    return line.codePointCount(0, line.length()) > MAX_LENGTH
        && !TABLE_OR_HEADING.matcher(line).lookingAt()
        && MARKER.matcher(line).replaceFirst("").strip().contains(" ");
  }
}
