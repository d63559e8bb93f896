package io.situ.testbed;

import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.opentest4j.TestAbortedException;

/**
 * A testbed for the tests of one class, made before the first and taken away after the last:
 *
 * <pre>
 *   {@literal @}RegisterExtension
 *   static final TestbedExtension TESTBED = TestbedExtension.of(TestbedOptions.gluster(3, 2));
 * </pre>
 *
 * <p>Where a testbed cannot be made (not root, packages missing, another one is up) the tests are
 * skipped, and the reason says why.
 */
public final class TestbedExtension
    implements ExecutionCondition, BeforeAllCallback, AfterAllCallback {

  private final Supplier<TestbedOptions> options;
  private Testbed testbed;

  private TestbedExtension(Supplier<TestbedOptions> options) {
    this.options = options;
  }

  /** An extension for a static field with {@code @RegisterExtension}. */
  public static TestbedExtension of(TestbedOptions options) {
    return new TestbedExtension(() -> options);
  }

  /** The same with options that are made, or abort the tests, when the first test starts. */
  public static TestbedExtension of(Supplier<TestbedOptions> options) {
    return new TestbedExtension(options);
  }

  /**
   * The testbed, while tests run.
   *
   * @throws IllegalStateException before the first test and after the last
   */
  public Testbed testbed() {
    if (testbed == null) {
      throw new IllegalStateException("the testbed is there only while tests run");
    }
    return testbed;
  }

  /** A class that is left out here is counted as skipped; one that aborts later is not seen. */
  @Override
  public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
    if (testbed == null) {
      try {
        assumePossible(options.get());
      } catch (TestAbortedException e) {
        return ConditionEvaluationResult.disabled(e.getMessage());
      }
    }
    return ConditionEvaluationResult.enabled("a testbed can be made");
  }

  @Override
  public void beforeAll(ExtensionContext context) {
    testbed = Testbed.up(options.get());
  }

  @Override
  public void afterAll(ExtensionContext context) {
    if (testbed != null) {
      testbed.close();
      testbed = null;
    }
  }

  /** Aborts the test unless such a testbed can be made here. */
  public static void assumePossible(TestbedOptions options) {
    List<String> obstacles = Testbed.obstacles(options);
    if (!obstacles.isEmpty()) {
      Assumptions.abort("no testbed: " + String.join("; ", obstacles));
    }
  }
}
