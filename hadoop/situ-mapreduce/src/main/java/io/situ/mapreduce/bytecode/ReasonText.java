// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce.bytecode;

/** Puts what a method does into a clause for the user. */
final class ReasonText {

  private final ReachableCode code;
  private final MethodId method;
  private final String role;
  private final Questions questions;

  /**
   * @param role what the code is reached from, such as {@code its mapper a.b.C}
   * @param questions what the code must not ask for
   */
  ReasonText(ReachableCode code, MethodId method, String role, Questions questions) {
    this.code = code;
    this.method = method;
    this.role = role;
    this.questions = questions;
  }

  String role() {
    return role;
  }

  /** Whether the method is a static initializer. */
  boolean isInitializer() {
    return method.name().equals(MethodId.INITIALIZER);
  }

  /** Whether the method may run before the first record comes. */
  boolean isStarting() {
    return code.isStarting(method);
  }

  /** Whether the method runs once for a process. */
  boolean isInitializing() {
    return code.isInitializing(method);
  }

  /** Nothing that is known so far answers a call; another class may be found yet. */
  void noTarget(MethodId called) {
    code.pending(clause("calls " + called.text() + ", and nothing shows which class answers"));
  }

  /** Objects with a verb and what follows it. */
  void does(String what) {
    if (code.records.areApplied()) {
      code.refuse(clause(what.replace("outlives a split", "outlives a record")));
      return;
    }
    code.refuse(clause(what));
  }

  void constant(String text) {
    questions.keys().apply(text).ifPresent(key -> object("has the text \"" + key + "\""));
  }

  /** The method has a call into Java or Hadoop. */
  void asks(MethodId called) {
    if (questions.include(called)) {
      object("calls " + called.text());
    }
  }

  private void object(String what) {
    code.object(clause(what));
  }

  private String clause(String what) {
    String owner = method.owner().replace('/', '.');
    boolean own = role.endsWith(" " + owner);
    return own ? role + " " + what : role + " reaches " + owner + ", which " + what;
  }
}
