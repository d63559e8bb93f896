package io.situ.cli;

/**
 * What the doctor found about one thing.
 *
 * @param remedy what to do about it; empty where it is well
 */
record Finding(Grade grade, String topic, String what, String remedy) {

  /** How good it is. */
  enum Grade {
    OK,
    /** It works, but not as well as it could. */
    NOTE,
    WRONG
  }

  static Finding ok(String topic, String what) {
    return new Finding(Grade.OK, topic, what, "");
  }

  static Finding note(String topic, String what, String remedy) {
    return new Finding(Grade.NOTE, topic, what, remedy);
  }

  static Finding wrong(String topic, String what, String remedy) {
    return new Finding(Grade.WRONG, topic, what, remedy);
  }
}
