// SPDX-License-Identifier: Apache-2.0
package io.situ.testbed;

import io.situ.testbed.state.TestbedOptions;
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
 * skipped, and the reason says why. Not thread-safe: test classes that use it run one after
 * another.
 */
public final class TestbedExtension
    implements ExecutionCondition, BeforeAllCallback, AfterAllCallback {

  private static final ExtensionContext.Namespace NAMESPACE =
      ExtensionContext.Namespace.create(TestbedExtension.class);

  private final Supplier<TestbedOptions> options;
  private final boolean left;
  private Testbed testbed;

  private TestbedExtension(Supplier<TestbedOptions> options, boolean left) {
    this.options = options;
    this.left = left;
  }

  /** An extension for a static field with {@code @RegisterExtension}. */
  public static TestbedExtension of(TestbedOptions options) {
    return of(() -> options);
  }

  /** The same with options that are made, or abort the tests, when the first test starts. */
  public static TestbedExtension of(Supplier<TestbedOptions> options) {
    return new TestbedExtension(options, false);
  }

  /**
   * Returns the same, but the testbed is left to the next class: it is used if that wants one with
   * equal options, and taken away otherwise, or when all tests are over. Only for a class whose
   * tests leave hosts and daemons as they were.
   */
  public TestbedExtension leftToTheNext() {
    return new TestbedExtension(options, true);
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
        TestbedOptions wanted = options.get();
        if (!Kept.of(context).has(wanted)) {
          assumePossible(wanted);
        }
      } catch (TestAbortedException e) {
        return ConditionEvaluationResult.disabled(e.getMessage());
      }
    }
    return ConditionEvaluationResult.enabled("a testbed can be made");
  }

  @Override
  public void beforeAll(ExtensionContext context) {
    testbed = Kept.of(context).take(options.get());
  }

  @Override
  public void afterAll(ExtensionContext context) {
    testbed = null;
    if (!left) {
      Kept.of(context).close();
    }
  }

  /** Aborts the test unless such a testbed can be made here. */
  public static void assumePossible(TestbedOptions options) {
    List<String> obstacles = Testbed.obstacles(options);
    if (!obstacles.isEmpty()) {
      Assumptions.abort("no testbed: " + String.join("; ", obstacles));
    }
  }

  /** The testbed that is up, which the end of all tests takes away if no class did. */
  private static final class Kept implements AutoCloseable {

    private Testbed testbed;

    static Kept of(ExtensionContext context) {
      return context
          .getRoot()
          .getStore(NAMESPACE)
          .getOrComputeIfAbsent(Kept.class, type -> new Kept(), Kept.class);
    }

    /** One with other options is taken away. */
    boolean has(TestbedOptions wanted) {
      if (testbed != null && !testbed.options().equals(wanted)) {
        close();
      }
      return testbed != null;
    }

    Testbed take(TestbedOptions wanted) {
      if (!has(wanted)) {
        testbed = Testbed.up(wanted);
      }
      return testbed;
    }

    @Override
    public void close() {
      if (testbed != null) {
        Testbed over = testbed;
        testbed = null;
        over.close();
      }
    }
  }
}
