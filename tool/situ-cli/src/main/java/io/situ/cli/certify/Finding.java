// SPDX-License-Identifier: Apache-2.0
package io.situ.cli.certify;

/**
 * What the doctor found about one thing.
 *
 * @param remedy what to do about it; empty where it is well
 */
public record Finding(Severity grade, String topic, String what, String remedy) {

  /** How good it is. */
  public enum Severity {
    OK,
    /** It works, but not as well as it could. */
    NOTE,
    WRONG
  }

  /** Returns that something is well. */
  public static Finding ok(String topic, String what) {
    return new Finding(Severity.OK, topic, what, "");
  }

  /** Returns that something could be better. */
  public static Finding note(String topic, String what, String remedy) {
    return new Finding(Severity.NOTE, topic, what, remedy);
  }

  /** Returns that something is wrong. */
  public static Finding wrong(String topic, String what, String remedy) {
    return new Finding(Severity.WRONG, topic, what, remedy);
  }
}
