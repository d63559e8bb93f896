// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.lustre;

/**
 * A changelog that does not report all that happened. The message says why, without an end mark.
 */
final class ChangelogException extends Exception {

  private static final long serialVersionUID = 1L;

  ChangelogException(String message) {
    super(message);
  }
}
