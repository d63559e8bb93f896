// SPDX-License-Identifier: Apache-2.0
package io.situ.cli.certify;

import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import io.situ.cli.certify.ContractLine.Outcome;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.TestTag;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.TestPlan;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/**
 * The process that runs the contract's tests: reads a {@link ContractTarget} from standard input,
 * and writes a {@link ContractLine} for each test.
 */
public final class ContractMain implements TestExecutionListener {

  private final PrintStream out;
  private TestPlan plan;

  private ContractMain(PrintStream out) {
    this.out = out;
  }

  public static void main(String[] args) throws IOException {
    PrintStream out = System.out;
    System.setOut(System.err);
    CertifiedContract.setTarget(
        ContractTarget.read(new InputStreamReader(System.in, StandardCharsets.UTF_8)));
    LauncherFactory.create()
        .execute(
            LauncherDiscoveryRequestBuilder.request()
                .selectors(selectClass(CertifiedContract.class))
                .build(),
            new ContractMain(out));
    out.println(new ContractLine(Outcome.END, "", "", "").line());
    out.flush();
    System.exit(0);
  }

  @Override
  public void testPlanExecutionStarted(TestPlan started) {
    plan = started;
  }

  @Override
  public void executionStarted(TestIdentifier test) {
    if (test.isTest()) {
      print(Outcome.STARTED, test, "");
    }
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
    String text = result.getThrowable().map(ContractMain::text).orElse("");
    switch (result.getStatus()) {
      case SUCCESSFUL -> print(Outcome.PASSED, test, "");
      case ABORTED -> print(Outcome.SKIPPED, test, text.replaceFirst("^Assumption failed: ", ""));
      default -> print(Outcome.FAILED, test, text);
    }
  }

  /** An assertion's own text, else the failure with what it says: kind, object and reason. */
  private static String text(Throwable failure) {
    String message = String.valueOf(failure.getMessage());
    boolean assertion =
        failure instanceof AssertionError
            || failure.getClass().getName().startsWith("org.opentest4j");
    return assertion ? message : failure.getClass().getSimpleName() + ": " + message;
  }

  /**
   * The tag of a test or, as a test that is made while others run has none, of what is above it.
   */
  private String group(TestIdentifier test) {
    return test.getTags().stream()
        .map(TestTag::getName)
        .findFirst()
        .or(() -> plan.getParent(test).map(this::group))
        .orElse("contract");
  }

  private synchronized void print(Outcome outcome, TestIdentifier test, String text) {
    String group = group(test);
    String name = test.getDisplayName().replaceFirst("\\(.*\\)$", "");
    out.println(new ContractLine(outcome, group, name, text).line());
    out.flush();
  }
}
