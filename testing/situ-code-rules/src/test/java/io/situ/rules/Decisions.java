// SPDX-License-Identifier: Apache-2.0
package io.situ.rules;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Decisions have a title and a status in one form, and the index has each of them once. */
final class Decisions {

  static final String INDEX = "README.md";

  private static final Pattern PAGE = Pattern.compile("(\\d{4})-[a-z0-9-]+\\.md");
  private static final Pattern STATUS =
      Pattern.compile(
          "(?:accepted|superseded by \\[\\d{4}]\\(\\d{4}-[a-z0-9-]+\\.md\\)), \\d{4}-\\d\\d-\\d\\d");
  private static final Pattern ENTRY =
      Pattern.compile("\\| \\[(\\d{4})]\\(([^)]+)\\) \\| (.+) \\| (.+) \\|");

  private Decisions() {}

  /** A page's title without its number, and its status with its date. */
  private record Heading(String title, String status) {}

  /** Returns what breaks the rule in a directory of decisions, a sentence each, in order. */
  static List<String> violations(Path directory) throws IOException {
    List<String> violations = new ArrayList<>();
    Map<String, Heading> pages = new TreeMap<>();
    Set<String> numbers = new TreeSet<>();
    for (String name : pages(directory)) {
      Matcher page = PAGE.matcher(name);
      if (!page.matches()) {
        violations.add(name + " is no name of a decision: four digits, words and hyphens");
      } else if (!numbers.add(page.group(1))) {
        violations.add(name + " has the number of another decision");
      } else {
        heading(directory.resolve(name), page.group(1), violations)
            .ifPresent(heading -> pages.put(name, heading));
      }
    }
    compare(pages, Files.readAllLines(directory.resolve(INDEX)), directory, violations);
    return violations;
  }

  private static List<String> pages(Path directory) throws IOException {
    try (var files = Files.list(directory)) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> !name.equals(INDEX))
          .sorted()
          .toList();
    }
  }

  private static Optional<Heading> heading(Path page, String number, List<String> violations)
      throws IOException {
    List<String> lines = Files.readAllLines(page);
    String title = lines.isEmpty() ? "" : lines.get(0);
    String status = lines.size() < 3 ? "" : lines.get(2);
    String start = "# " + number + " ";
    String name = page.getFileName().toString();
    if (!title.startsWith(start)) {
      violations.add(name + " does not begin with '" + start + "' and a title");
      return Optional.empty();
    }
    if (!status.startsWith("Status: ") || !STATUS.matcher(status.substring(8)).matches()) {
      violations.add(name + " has no line 3 such as 'Status: accepted, 2026-11-26'");
      return Optional.empty();
    }
    return Optional.of(new Heading(title.substring(start.length()), status.substring(8)));
  }

  private static void compare(
      Map<String, Heading> pages, List<String> index, Path directory, List<String> violations) {
    Set<String> missing = new TreeSet<>(pages.keySet());
    Set<String> seen = new TreeSet<>();
    for (String line : index) {
      Matcher entry = ENTRY.matcher(line);
      if (!entry.matches()) {
        continue;
      }
      String name = entry.group(2);
      missing.remove(name);
      if (!seen.add(name)) {
        violations.add(INDEX + " has " + name + " twice");
      } else if (!Files.exists(directory.resolve(name)) || !name.startsWith(entry.group(1))) {
        violations.add(INDEX + " has an entry for " + name + ", which is no page");
      } else if (pages.containsKey(name)
          && !pages.get(name).equals(new Heading(entry.group(3), entry.group(4)))) {
        violations.add(INDEX + " has another title or status than " + name);
      }
    }
    missing.forEach(name -> violations.add(INDEX + " has no entry for " + name));
  }
}
