// SPDX-License-Identifier: Apache-2.0
package io.situ.rules;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Finds words that Situ does not use: in names, messages, option descriptions, comments and
 * documents. Not thread-safe.
 */
final class Vocabulary {

  private static final Pattern READ =
      Pattern.compile(
          ".*\\.(java|scala|py|c|proto|md|txt|tsv|sh|xml|properties|conf|[1-9])|.*/bin/[^/.]+");

  /** This class, its test and its list name the words. */
  private static final Pattern OWN =
      Pattern.compile(".*/(Vocabulary(Test)?\\.java|vocabulary\\.txt)");

  /** Languages whose names are checked by their parts, apart from texts and comments. */
  private static final Pattern CODE = Pattern.compile(".*\\.(java|scala)");

  /** Comments, texts and characters of Java and Scala; what lies between them is code. */
  private static final Pattern PROSE =
      Pattern.compile(
          "/\\*.*?\\*/|//[^\\n]*"
              + "|\"\"\"[^\\\\]*?(?:\\\\.[^\\\\]*?)*?\"\"\""
              + "|\"[^\"\\\\\\n]*(?:\\\\.[^\"\\\\\\n]*)*\""
              + "|'(?:\\\\.|[^'\\\\\\n])[^'\\n]*'",
          Pattern.DOTALL);

  private static final Pattern NAME = Pattern.compile("[A-Za-z_$][A-Za-z0-9_$]*");
  private static final Pattern PART = Pattern.compile("[A-Z]+(?![a-z])|[A-Z]?[a-z]+");

  /** How far around a word an exception is looked for, in characters. */
  private static final int CONTEXT = 40;

  private record Allowed(String path, Pattern text, String line) {}

  /**
   * @param first its first word, in lower case
   */
  private record Phrase(String first, Pattern pattern, String instead) {

    static Phrase of(String words, String instead) {
      return new Phrase(words.split(" ")[0].toLowerCase(Locale.ROOT), phrase(words), instead);
    }
  }

  private final Map<String, String> words = new HashMap<>();
  private final List<Phrase> phrases = new ArrayList<>();
  private final List<Allowed> exceptions = new ArrayList<>();

  /** Names without such words, most of which come often. */
  private final Set<String> goodNames = new HashSet<>();

  /**
   * @param lines of {@code vocabulary.txt}, which describes them
   */
  Vocabulary(List<String> lines) {
    for (String line : lines) {
      if (line.isBlank() || line.startsWith("#")) {
        continue;
      }
      String[] parts = line.substring(line.indexOf(' ') + 1).split(" \\| ", -1);
      if (line.startsWith("leave ")) {
        for (String word : parts[0].split(", ")) {
          words.put(word, parts[1]);
          phrases.add(Phrase.of(word, parts[1]));
        }
      } else if (line.startsWith("phrase ")) {
        phrases.add(Phrase.of(parts[0], parts[1]));
      } else {
        exceptions.add(new Allowed(parts[0], Pattern.compile(parts[1]), line));
      }
    }
  }

  /** A blank of a phrase may be a line break in a comment, or between joined texts. */
  private static Pattern phrase(String words) {
    String blank = "(?:\\s+(?:(?:\\*|//|#)\\s+)?|\\s*\"\\s*\\+\\s*\"\\s*)";
    return Pattern.compile("\\b" + words.replace(" ", blank) + "\\b", Pattern.CASE_INSENSITIVE);
  }

  /**
   * Returns what is wrong in all sources and documents below {@code tree}, one sentence each, and
   * which exceptions are not needed.
   */
  List<String> violations(Path tree) throws IOException {
    Set<String> found = new TreeSet<>();
    Set<Allowed> used = new HashSet<>();
    for (Path file : SourceVisitor.files(tree, Vocabulary::isRead)) {
      new Source(tree, file, Files.readString(file), found, used).check();
    }
    for (Allowed exception : exceptions) {
      if (!used.contains(exception)) {
        found.add("'" + exception.line() + "' is not needed: remove its line");
      }
    }
    return List.copyOf(found);
  }

  private static boolean isRead(Path file) {
    String name = file.toString();
    return READ.matcher(name).matches() && !OWN.matcher(name).matches();
  }

  /** One file, with where its findings go. */
  private final class Source {

    private final Path tree;
    private final Path file;
    private final String text;
    private final Set<String> found;
    private final Set<Allowed> used;

    Source(Path tree, Path file, String text, Set<String> found, Set<Allowed> used) {
      this.tree = tree;
      this.file = file;
      this.text = text;
      this.found = found;
      this.used = used;
    }

    void check() {
      if (!CODE.matcher(file.toString()).matches()) {
        checkProse(text);
        return;
      }
      checkNames(file.getFileName().toString().replaceFirst("\\.[a-z]+$", ""), 0);
      StringBuilder prose = new StringBuilder(text);
      int at = 0;
      Matcher matcher = PROSE.matcher(text);
      for (; matcher.find(); at = matcher.end()) {
        checkCode(prose, at, matcher.start());
      }
      checkCode(prose, at, text.length());
      checkProse(prose.toString());
    }

    /** Checks the names in code, of which only the signs that join texts stay in the prose. */
    private void checkCode(StringBuilder prose, int from, int to) {
      checkNames(text.substring(from, to), from);
      for (int i = from; i < to; i++) {
        if (prose.charAt(i) != '\n' && prose.charAt(i) != '+') {
          prose.setCharAt(i, ' ');
        }
      }
    }

    private void checkNames(String code, int offset) {
      for (MatchResult name : NAME.matcher(code).results().toList()) {
        if (goodNames.contains(name.group())) {
          continue;
        }
        boolean good = true;
        for (MatchResult part : PART.matcher(name.group()).results().toList()) {
          String instead = words.get(part.group().toLowerCase(Locale.ROOT));
          if (instead != null) {
            report(offset + name.start(), name.group(), instead);
            good = false;
          }
        }
        if (good) {
          goodNames.add(name.group());
        }
      }
    }

    private void checkProse(String prose) {
      String lower = prose.toLowerCase(Locale.ROOT);
      for (Phrase phrase : phrases) {
        if (!lower.contains(phrase.first())) {
          continue;
        }
        for (MatchResult match : phrase.pattern().matcher(prose).results().toList()) {
          if (!isAllowed(match)) {
            report(match.start(), match.group().replaceAll("\\s+", " "), phrase.instead());
          }
        }
      }
    }

    private boolean isAllowed(MatchResult match) {
      int from = Math.max(0, match.start() - CONTEXT);
      int to = Math.min(text.length(), match.end() + CONTEXT);
      for (Allowed exception : exceptions) {
        if (exception.path().equals("*") || file.endsWith(exception.path())) {
          Matcher allowed = exception.text().matcher(text).region(from, to);
          while (allowed.find()) {
            if (allowed.start() <= match.start() && allowed.end() >= match.end()) {
              used.add(exception);
              return true;
            }
          }
        }
      }
      return false;
    }

    private void report(int at, String what, String instead) {
      long line = text.substring(0, at).chars().filter(c -> c == '\n').count() + 1;
      found.add(tree.relativize(file) + ":" + line + ": '" + what + "': write " + instead);
    }
  }
}
