// SPDX-License-Identifier: Apache-2.0
package io.situ.testbed;

/** Says in one sentence what the testbed could not do and, where there is one, the way out. */
public final class TestbedException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  TestbedException(String message) {
    super(message);
  }

  TestbedException(String message, Throwable cause) {
    super(message, cause);
  }
}
