// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.orangefs;

/** Bytes or text that are no layout, or not one of a known kind. The message says what is wrong. */
final class OrangeFsLayoutException extends Exception {

  private static final long serialVersionUID = 1L;

  OrangeFsLayoutException(String message) {
    super(message);
  }
}
