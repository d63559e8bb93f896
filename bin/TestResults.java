// SPDX-License-Identifier: Apache-2.0
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilder;
import javax.xml.parsers.DocumentBuilderFactory;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/**
 * Counts test results: which failed, which are flaky (passed only when tried again), which were
 * skipped and why; and prints where the time went. The last line is "N passed, N failed, N skipped";
 * if there are flaky tests, which are among those that passed, the line before it counts them.
 * Started from source by bin/dev.
 */
final class TestResults {

  private static final int LONGEST_CAUSE = 300;
  private static final int LONGEST_LIST = 12;
  private static final int SLOWEST_CLASSES = 20;
  private static final String HUNG = " hung and is tried once more";

  private final Map<String, List<String>> skipped = new TreeMap<>();
  private final List<String> failed = new ArrayList<>();
  private final List<String> flaky = new ArrayList<>();
  private final Map<String, Double> seconds = new TreeMap<>();
  private int passed;

  private TestResults() {}

  /**
   * The directory holds one directory for each ring of tests, with surefire's XML files, and a file
   * {@code RING.time} that is printed as it is.
   */
  public static void main(String[] args) throws Exception {
    TestResults results = new TestResults();
    try (Stream<Path> files = Files.walk(Path.of(args[0]))) {
      for (Path file : files.filter(path -> path.toString().endsWith(".xml")).sorted().toList()) {
        results.add(file);
      }
    }
    results.printTimes(Path.of(args[0]));
    results.print();
    System.exit(results.failed.isEmpty() && results.passed > 0 ? 0 : 1);
  }

  private void add(Path file) throws Exception {
    DocumentBuilder builder = DocumentBuilderFactory.newInstance().newDocumentBuilder();
    Element suite = parse(builder, file);
    NodeList cases = suite.getElementsByTagName("testcase");
    String ring = file.getParent().getFileName().toString();
    addSuite(suite, ring);
    for (int i = 0; i < cases.getLength(); i++) {
      Element test = (Element) cases.item(i);
      String name = test.getAttribute("classname") + "." + test.getAttribute("name");
      Element skip = (Element) test.getElementsByTagName("skipped").item(0);
      if (has(test, "flakyFailure") || has(test, "flakyError")) {
        flaky.add(name + " (" + ring + "): " + cause(test, "flakyFailure", "flakyError"));
      }
      if (skip != null) {
        skipped
            .computeIfAbsent(reason(skip), reason -> new ArrayList<>())
            .add(name + " (" + ring + ")");
      } else if (has(test, "failure") || has(test, "error")) {
        // What failed at first is the cause; a test that runs again may find what it left.
        failed.add(name + " (" + ring + "): " + cause(test, "failure", "error"));
      } else {
        passed++;
      }
    }
  }

  private void addSuite(Element suite, String ring) {
    String name = suite.getAttribute("name") + " (" + ring + ")";
    // The time of a class holds that of the classes in it.
    if (!name.contains("$") && !suite.getAttribute("time").isEmpty()) {
      seconds.merge(name, Double.valueOf(suite.getAttribute("time").replace(",", "")), Double::sum);
    }
    NodeList outputs = suite.getElementsByTagName("system-out");
    for (int i = 0; i < outputs.getLength(); i++) {
      if (outputs.item(i).getTextContent().contains(HUNG)) {
        flaky.add(name + ", whose servers hung");
      }
    }
  }

  private static boolean has(Element test, String what) {
    return test.getElementsByTagName(what).getLength() > 0;
  }

  private static Element parse(DocumentBuilder builder, Path file) throws Exception {
    try {
      return builder.parse(file.toFile()).getDocumentElement();
    } catch (org.xml.sax.SAXException e) {
      throw new IOException(file + " is no test result: " + e.getMessage(), e);
    }
  }

  private static String reason(Element skip) {
    String message = skip.getAttribute("message").strip();
    return message.isEmpty() ? "no reason given" : message.replaceFirst("^Assumption failed: ", "");
  }

  /** The message of the first failure in one line, shortened, and where in the test it was. */
  private static String cause(Element test, String... kinds) {
    for (String kind : kinds) {
      Element failure = (Element) test.getElementsByTagName(kind).item(0);
      if (failure != null) {
        String trace = failure.getTextContent();
        String words = failure.getAttribute("message").isBlank() ? trace : failure.getAttribute("message");
        String line = words.strip().replaceAll("\\s+", " ");
        String where =
            trace
                .lines()
                .filter(frame -> frame.contains(test.getAttribute("classname") + "."))
                .map(frame -> " " + frame.strip())
                .findFirst()
                .orElse("");
        return (line.length() > LONGEST_CAUSE ? line.substring(0, LONGEST_CAUSE) + "..." : line) + where;
      }
    }
    return "no message";
  }

  private void printTimes(Path directory) throws IOException {
    System.out.println("the slowest test classes, in seconds:");
    seconds.entrySet().stream()
        .sorted(Map.Entry.<String, Double>comparingByValue().reversed())
        .limit(SLOWEST_CLASSES)
        .forEach(entry -> System.out.printf("    %.0f %s%n", entry.getValue(), entry.getKey()));
    System.out.println("how long each ring took, and in it each module of 5 s or more:");
    try (Stream<Path> files = Files.list(directory)) {
      for (Path file : files.filter(path -> path.toString().endsWith(".time")).sorted().toList()) {
        System.out.print(Files.readString(file));
      }
    }
  }

  private void print() {
    skipped.forEach(
        (reason, tests) -> {
          System.out.println("skipped " + tests.size() + ": " + reason);
          tests.stream().limit(LONGEST_LIST).forEach(test -> System.out.println("    " + test));
          if (tests.size() > LONGEST_LIST) {
            System.out.println("    and " + (tests.size() - LONGEST_LIST) + " more");
          }
        });
    failed.forEach(test -> System.out.println("FAILED " + test));
    flaky.forEach(test -> System.out.println("FLAKY, failed at first and then passed: " + test));
    int skips = skipped.values().stream().mapToInt(List::size).sum();
    if (!flaky.isEmpty()) {
      System.out.println(flaky.size() + " flaky");
    }
    System.out.println(passed + " passed, " + failed.size() + " failed, " + skips + " skipped");
  }
}
