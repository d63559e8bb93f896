// SPDX-License-Identifier: Apache-2.0
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Compares the list of tests in quarantine with the tests that are tagged so: each entry has a date
 * and a reason and names a test that is tagged, and each tagged test has an entry. Prints the
 * entries and what is wrong. Started from source by bin/dev.
 */
final class Quarantine {

  private static final String LIST = "testing/quarantine.tsv";
  private static final List<String> TOPS =
      List.of("core", "driver", "hadoop", "spark", "tool", "testing", "bench");
  private static final Pattern PACKAGE = Pattern.compile("(?m)^package ([\\w.]+);");
  private static final Pattern TAGGED =
      Pattern.compile(
          "@Tag\\(\"quarantine\"\\)\\s+(?:@\\w+(?:\\((?:[^()\"]|\"(?:\\\\.|[^\"\\\\])*\")*\\))?\\s+)*"
              + "(?:(?:public|private|protected|static|final|abstract)\\s+)*"
              + "(class\\s+\\w+|[\\w<>\\[\\],.? ]+?\\s(\\w+)\\s*\\()");

  private final Set<String> tagged = new TreeSet<>();
  private final Set<String> listed = new TreeSet<>();
  private final List<String> faults = new ArrayList<>();

  private Quarantine() {}

  /** The source tree is the one argument. The exit code is 1 if something is wrong. */
  public static void main(String[] args) throws IOException {
    Path tree = Path.of(args[0]);
    Quarantine quarantine = new Quarantine();
    for (String top : TOPS) {
      quarantine.findTags(tree.resolve(top));
    }
    int number = 0;
    for (String line : Files.readAllLines(tree.resolve(LIST))) {
      number++;
      if (!line.isBlank() && !line.startsWith("#")) {
        quarantine.check(LIST + ":" + number, line.split("\t", -1));
      }
    }
    quarantine.compare();
    quarantine.faults.forEach(System.out::println);
    System.exit(quarantine.faults.isEmpty() ? 0 : 1);
  }

  private void findTags(Path top) throws IOException {
    if (!Files.isDirectory(top)) {
      return;
    }
    try (Stream<Path> files = Files.walk(top)) {
      for (Path file :
          files
              .filter(path -> path.toString().matches(".*/src/test/.*\\.java"))
              .filter(Files::isRegularFile)
              .toList()) {
        findTagsIn(file);
      }
    }
  }

  private void findTagsIn(Path file) throws IOException {
    String source = Files.readString(file);
    if (!source.contains("@Tag(\"quarantine\")")) {
      return;
    }
    Matcher name = PACKAGE.matcher(source);
    String type =
        (name.find() ? name.group(1) + "." : "")
            + file.getFileName().toString().replace(".java", "");
    Matcher test = TAGGED.matcher(source);
    int found = 0;
    while (test.find()) {
      found++;
      if (test.group(2) == null) {
        faults.add(type + ": quarantine is for single tests, not for a class");
      } else {
        tagged.add(type + "." + test.group(2));
      }
    }
    if (found != source.split(Pattern.quote("@Tag(\"quarantine\")"), -1).length - 1) {
      faults.add(type + ": a tag \"quarantine\" stands where no test was recognized");
    }
  }

  private void check(String place, String[] fields) {
    if (fields.length != 3) {
      faults.add(place + ": " + fields.length + " fields, not three that are separated by tabs");
      return;
    }
    String test = fields[0].strip();
    String since = fields[1].strip();
    if (!listed.add(test)) {
      faults.add(place + ": " + test + " is there twice");
    }
    if (fields[2].isBlank()) {
      faults.add(place + ": " + test + " has no reason");
    }
    try {
      if (LocalDate.parse(since).isAfter(LocalDate.now().plusDays(1))) {
        faults.add(place + ": " + since + " is in the future");
      }
    } catch (DateTimeException e) {
      faults.add(place + ": '" + since + "' is no date such as 2026-11-26");
    }
    System.out.println("in quarantine since " + since + ": " + test + ": " + fields[2].strip());
  }

  private void compare() {
    for (String test : listed) {
      if (!tagged.contains(test)) {
        faults.add(LIST + ": there is no test " + test + " that is tagged \"quarantine\"");
      }
    }
    for (String test : tagged) {
      if (!listed.contains(test)) {
        faults.add(test + " is tagged \"quarantine\", but is not in " + LIST);
      }
    }
  }
}
