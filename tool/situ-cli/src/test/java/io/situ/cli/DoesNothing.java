// SPDX-License-Identifier: Apache-2.0
package io.situ.cli;

/** A program of a job jar, for runs of which it is tested what they do before their job. */
public final class DoesNothing {

  private DoesNothing() {}

  /** Ends at once. */
  public static void main(String[] args) {}
}
