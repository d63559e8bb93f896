// SPDX-License-Identifier: Apache-2.0
package io.situ.bench;

/** A benchmark was asked for in a way that cannot work. The message is one sentence for a user. */
final class UsageException extends Exception {

  private static final long serialVersionUID = 1;

  UsageException(String message) {
    super(message);
  }
}
