// SPDX-License-Identifier: Apache-2.0
package io.situ.bench.harness;

/** A benchmark was asked for in a way that cannot work. The message is one sentence for a user. */
public final class UsageException extends Exception {

  private static final long serialVersionUID = 1;

  public UsageException(String message) {
    super(message);
  }
}
