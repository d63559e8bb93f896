// SPDX-License-Identifier: Apache-2.0
package io.situ.hadoop.fs.contract;

import static org.junit.platform.engine.discovery.ClassNameFilter.includeClassNamePatterns;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectPackage;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;
import org.junit.platform.launcher.listeners.TestExecutionSummary;

/** Runs Hadoop's contract tests by themselves: on a store that something else has started. */
final class ContractRunner {

  private static final int OCCUPIED = 16 << 20;

  private ContractRunner() {}

  /**
   * Prints what failed and how many were run; exit code 1 if one failed.
   *
   * @param arguments a pattern of the names of classes, if not all are to be run
   */
  public static void main(String[] arguments) throws Exception {
    prepare();
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

  /**
   * Makes the store's root in the store {@code around} it, and a file beside it: Hadoop's tests
   * take it that a file system is never empty. Ceph counts in 4 MiB, and late.
   */
  private static void prepare() throws IOException, InterruptedException {
    try (FileSystem around = FileSystem.newInstance(TestStore.AROUND, new Configuration())) {
      around.mkdirs(new Path("/contract"));
      try (OutputStream out = around.create(new Path("/something"))) {
        out.write(new byte[OCCUPIED]);
      }
      long end = System.nanoTime() + TimeUnit.MINUTES.toNanos(1);
      while (around.getStatus().getUsed() == 0) {
        if (System.nanoTime() > end) {
          throw new IOException(OCCUPIED + " bytes take up no room");
        }
        Thread.sleep(100);
      }
    }
  }
}
