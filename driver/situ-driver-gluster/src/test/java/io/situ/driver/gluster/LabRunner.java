package io.situ.driver.gluster;

import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Optional;
import org.junit.platform.engine.DiscoverySelector;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.launcher.TagFilter;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/** The second Java process: runs the tests that need the lab's mounts and prints what came out. */
final class LabRunner implements TestExecutionListener {

  static final String PASSED = "passed";
  static final String FAILED = "failed";
  static final String SKIPPED = "skipped";
  private static final String MARK = "situ-lab";

  private LabRunner() {}

  /** One test's outcome, as a line of text between the two processes. */
  record Result(String outcome, String name, String text) {

    String line() {
      return String.join("\t", MARK, outcome, encode(name), encode(text));
    }

    static Optional<Result> of(String line) {
      String[] fields = line.split("\t", -1);
      return fields.length == 4 && fields[0].equals(MARK)
          ? Optional.of(new Result(fields[1], decode(fields[2]), decode(fields[3])))
          : Optional.empty();
    }

    private static String encode(String text) {
      return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }

    private static String decode(String text) {
      return new String(Base64.getDecoder().decode(text), StandardCharsets.UTF_8);
    }
  }

  /** Runs all: first those that share the volumes, several at a time. */
  public static void main(String[] arguments) {
    run(true, selectClass(LabContract.ThroughTheMount.class));
    run(true, selectClass(LabContract.OnBricks.class), "reading");
    run(true, selectClass(LabContract.WithMarks.class), "changes");
    run(false, selectClass(LabBricks.class));
    run(false, selectClass(LabMarks.class));
    run(false, selectClass(LabPlacement.class));
    run(false, selectClass(LabAway.class));
    System.exit(0);
  }

  private static void run(boolean parallel, DiscoverySelector tests, String... tags) {
    String prefix = "junit.jupiter.execution.parallel.";
    LauncherDiscoveryRequestBuilder request =
        LauncherDiscoveryRequestBuilder.request()
            .selectors(tests)
            .configurationParameter(prefix + "enabled", Boolean.toString(parallel))
            .configurationParameter(prefix + "mode.default", "concurrent")
            .configurationParameter(prefix + "config.strategy", "fixed")
            .configurationParameter(prefix + "config.fixed.parallelism", "6");
    if (tags.length > 0) {
      request.filters(TagFilter.includeTags(tags));
    }
    LauncherFactory.create().execute(request.build(), new LabRunner());
  }

  @Override
  public void executionSkipped(TestIdentifier test, String reason) {
    print(SKIPPED, test, reason);
  }

  @Override
  public void executionFinished(TestIdentifier test, TestExecutionResult result) {
    boolean failed = result.getStatus() == TestExecutionResult.Status.FAILED;
    if (!test.isTest() && !failed) {
      return;
    }
    switch (result.getStatus()) {
      case SUCCESSFUL -> print(PASSED, test, "");
      case ABORTED ->
          print(SKIPPED, test, result.getThrowable().map(Throwable::getMessage).orElse(""));
      default -> print(FAILED, test, result.getThrowable().map(LabRunner::trace).orElse(""));
    }
  }

  private static String trace(Throwable failure) {
    StringWriter text = new StringWriter();
    failure.printStackTrace(new PrintWriter(text));
    return text.toString();
  }

  private static synchronized void print(String outcome, TestIdentifier test, String text) {
    String name =
        test.getUniqueId().replaceFirst(".*?class:", "").replaceAll("io\\.situ\\.[a-z.]*", "");
    System.out.println(new Result(outcome, name.replaceAll("[\\[\\]]", ""), text).line());
  }
}
