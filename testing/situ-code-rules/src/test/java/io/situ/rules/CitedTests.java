// SPDX-License-Identifier: Apache-2.0
package io.situ.rules;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Documents name only tests that are there: classes whose names end with {@code Test}, and the
 * methods that are named right after a class of tests.
 */
final class CitedTests {

  private static final String JAVA = ".java";
  private static final String NOT_THERE = ", which is not there";

  /** A class, and the methods after it: {@code `SomeTest` `passes`, `fails`}. */
  private static final Pattern CITED = Pattern.compile("`([A-Z]\\w*)`((?:,?\\s`[a-z]\\w*`)*)");

  private static final Pattern WORD = Pattern.compile("\\w+");

  /** Hadoop's contracts, which tests of this tree extend. */
  private static final Pattern OF_HADOOP = Pattern.compile("AbstractContract\\w+|\\w+BaseTest");

  private CitedTests() {}

  /** Returns what the documents below a directory name and what is not there, a sentence each. */
  static List<String> violations(Path tree) throws IOException {
    Map<String, List<Path>> tests =
        SourceVisitor.files(tree, CitedTests::isTestSource).stream()
            .collect(Collectors.groupingBy(CitedTests::className));
    List<String> violations = new ArrayList<>();
    for (Path file : SourceVisitor.files(tree, path -> path.toString().endsWith(".md"))) {
      Matcher cited = CITED.matcher(Files.readString(file));
      while (cited.find()) {
        String test = cited.group(1);
        if (tests.containsKey(test)) {
          for (String method : missing(cited.group(2), tests.get(test))) {
            violations.add(tree.relativize(file) + " names " + test + " " + method + NOT_THERE);
          }
        } else if (test.endsWith("Test") && !OF_HADOOP.matcher(test).matches()) {
          violations.add(tree.relativize(file) + " names " + test + NOT_THERE);
        }
      }
    }
    return violations;
  }

  private static boolean isTestSource(Path file) {
    String path = file.toString();
    return path.endsWith(JAVA) && path.contains("/src/test/");
  }

  private static String className(Path source) {
    String name = source.getFileName().toString();
    return name.substring(0, name.length() - JAVA.length());
  }

  private static List<String> missing(String methods, List<Path> sources) throws IOException {
    if (methods.isEmpty()) {
      return List.of();
    }
    StringBuilder code = new StringBuilder();
    for (Path source : sources) {
      code.append(Files.readString(source));
    }
    return WORD.matcher(methods)
        .results()
        .map(method -> method.group())
        .filter(method -> !code.toString().contains("void " + method + "("))
        .toList();
  }
}
