// SPDX-License-Identifier: Apache-2.0
package io.situ.testbed.process;

/** Says in one sentence what the testbed could not do and, where there is one, the way out. */
public final class TestbedException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  public TestbedException(String message) {
    super(message);
  }

  public TestbedException(String message, Throwable cause) {
    super(message, cause);
  }
}
