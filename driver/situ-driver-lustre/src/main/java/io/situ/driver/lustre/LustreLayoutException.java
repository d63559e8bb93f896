// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.lustre;

/** Bytes that are not a layout, or not one of a known kind. The message says what is wrong. */
public final class LustreLayoutException extends Exception {

  private static final long serialVersionUID = 1L;

  LustreLayoutException(String message) {
    super(message);
  }
}
