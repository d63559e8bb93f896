package io.situ.hadoop.fs.contract;

import static org.junit.platform.engine.discovery.ClassNameFilter.includeClassNamePatterns;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectPackage;

import java.io.PrintWriter;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;
import org.junit.platform.launcher.listeners.TestExecutionSummary;

/** Runs Hadoop's contract tests by themselves: on a store that something else has started. */
final class ContractRunner {

  private ContractRunner() {}

  /**
   * Prints what failed and how many were run; exit code 1 if one failed.
   *
   * @param arguments a pattern of the names of classes, if not all are to be run
   */
  public static void main(String[] arguments) {
    String pattern = arguments.length > 0 ? arguments[0] : ".*Test";
    LauncherDiscoveryRequest request =
        LauncherDiscoveryRequestBuilder.request()
            .selectors(selectPackage(ContractRunner.class.getPackageName()))
            .filters(includeClassNamePatterns(pattern))
            .build();
    SummaryGeneratingListener listener = new SummaryGeneratingListener();
    LauncherFactory.create().execute(request, listener);
    TestExecutionSummary summary = listener.getSummary();
    summary.printFailuresTo(new PrintWriter(System.out, true), 12);
    System.out.printf(
        "%d passed, %d skipped, %d failed%n",
        summary.getTestsSucceededCount(),
        summary.getTestsAbortedCount() + summary.getTestsSkippedCount(),
        summary.getTotalFailureCount());
    System.exit(summary.getTotalFailureCount() == 0 && summary.getTestsFoundCount() > 0 ? 0 : 1);
  }
}
