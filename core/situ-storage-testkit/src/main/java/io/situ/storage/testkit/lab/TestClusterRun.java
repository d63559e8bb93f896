// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.testkit.lab;

import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import io.situ.storage.testkit.lab.TestClusterResult.Outcome;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.concurrent.TimeUnit;
import org.junit.platform.engine.Filter;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.launcher.TagFilter;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/**
 * Runs test classes inside a {@link TestClusterProcess} and reports the results to it; of the tests
 * tagged "long" those or all others, as the process is started for. Not thread-safe.
 */
public final class TestClusterRun implements TestExecutionListener {

  /** The tag of tests that {@link TestClusterProcess#longTests} runs. */
  static final String LONG_TAG = "long";

  private TestClusterRun() {}

  /**
   * Runs the tests of a class one after another.
   *
   * @param filters which of them, such as by tags
   */
  public static void inTurn(Class<?> tests, Filter<?>... filters) {
    run(false, tests, filters);
  }

  /**
   * Runs the tests of a class several at a time.
   *
   * @param filters which of them, such as by tags
   */
  public static void together(Class<?> tests, Filter<?>... filters) {
    run(true, tests, filters);
  }

  private static void run(boolean parallel, Class<?> tests, Filter<?>... filters) {
    if (!tests.getName().contains(System.getProperty(TestClusterProcess.ONLY, ""))) {
      return;
    }
    String prefix = "junit.jupiter.execution.parallel.";
    LauncherDiscoveryRequestBuilder request =
        LauncherDiscoveryRequestBuilder.request()
            .selectors(selectClass(tests))
            .configurationParameter(prefix + "enabled", Boolean.toString(parallel))
            .configurationParameter(prefix + "mode.default", "concurrent")
            .configurationParameter(prefix + "config.strategy", "fixed")
            .configurationParameter(prefix + "config.fixed.parallelism", "6");
    request.filters(filters);
    request.filters(
        Boolean.getBoolean(TestClusterProcess.LONG)
            ? TagFilter.includeTags(LONG_TAG)
            : TagFilter.excludeTags(LONG_TAG));
    long start = System.nanoTime();
    LauncherFactory.create().execute(request.build(), new TestClusterRun());
    long seconds = TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - start);
    System.out.println(
        TestClusterProcess.PASSED_ON + tests.getSimpleName() + ": " + seconds + " s");
  }

  @Override
  public void executionStarted(TestIdentifier test) {
    print(Outcome.STARTED, test, "");
  }

  @Override
  public void executionSkipped(TestIdentifier test, String reason) {
    print(Outcome.SKIPPED, test, reason);
  }

  @Override
  public void executionFinished(TestIdentifier test, TestExecutionResult result) {
    boolean failed = result.getStatus() == TestExecutionResult.Status.FAILED;
    if (!test.isTest() && !failed) {
      return;
    }
    switch (result.getStatus()) {
      case SUCCESSFUL -> print(Outcome.PASSED, test, "");
      case ABORTED ->
          print(Outcome.SKIPPED, test, result.getThrowable().map(Throwable::getMessage).orElse(""));
      default ->
          print(Outcome.FAILED, test, result.getThrowable().map(TestClusterRun::trace).orElse(""));
    }
  }

  private static String trace(Throwable failure) {
    StringWriter text = new StringWriter();
    failure.printStackTrace(new PrintWriter(text));
    return text.toString();
  }

  private static synchronized void print(Outcome outcome, TestIdentifier test, String text) {
    String name =
        test.getUniqueId().replaceFirst(".*?class:", "").replaceAll("io\\.situ\\.[a-z.]*", "");
    System.out.println(
        new TestClusterResult(outcome, name.replaceAll("[\\[\\]]", ""), text).line());
  }
}
