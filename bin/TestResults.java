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
 * Counts test results: which failed, which passed only when tried again, which were skipped and
 * why. The last line is "N passed, N failed, N skipped". Started from source by bin/dev.
 */
final class TestResults {

  private static final int LONGEST_LIST = 12;

  private final Map<String, List<String>> skipped = new TreeMap<>();
  private final List<String> failed = new ArrayList<>();
  private final List<String> unsteady = new ArrayList<>();
  private int passed;

  private TestResults() {}

  /** The directory holds one directory for each Hadoop line, with surefire's XML files. */
  public static void main(String[] args) throws Exception {
    TestResults results = new TestResults();
    try (Stream<Path> files = Files.walk(Path.of(args[0]))) {
      for (Path file : files.filter(path -> path.toString().endsWith(".xml")).sorted().toList()) {
        results.add(file);
      }
    }
    results.print();
    System.exit(results.failed.isEmpty() && results.passed > 0 ? 0 : 1);
  }

  private void add(Path file) throws Exception {
    DocumentBuilder builder = DocumentBuilderFactory.newInstance().newDocumentBuilder();
    NodeList cases = parse(builder, file).getElementsByTagName("testcase");
    String line = file.getParent().getFileName().toString();
    for (int i = 0; i < cases.getLength(); i++) {
      Element test = (Element) cases.item(i);
      String name = test.getAttribute("classname") + "." + test.getAttribute("name");
      Element skip = (Element) test.getElementsByTagName("skipped").item(0);
      if (has(test, "flakyFailure") || has(test, "flakyError")) {
        unsteady.add(name + " (" + line + ")");
      }
      if (skip != null) {
        skipped
            .computeIfAbsent(reason(skip), reason -> new ArrayList<>())
            .add(name + " (" + line + ")");
      } else if (has(test, "failure") || has(test, "error")) {
        failed.add(name + " (" + line + ")");
      } else {
        passed++;
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

  private void print() {
    skipped.forEach(
        (reason, tests) -> {
          System.out.println("skipped " + tests.size() + ": " + reason);
          tests.stream().limit(LONGEST_LIST).forEach(test -> System.out.println("    " + test));
          if (tests.size() > LONGEST_LIST) {
            System.out.println("    and " + (tests.size() - LONGEST_LIST) + " more");
          }
        });
    unsteady.forEach(test -> System.out.println("FAILED AT FIRST, then passed: " + test));
    failed.forEach(test -> System.out.println("FAILED " + test));
    int skips = skipped.values().stream().mapToInt(List::size).sum();
    System.out.println(passed + " passed, " + failed.size() + " failed, " + skips + " skipped");
  }
}
