// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.testkit.fault;

import io.situ.storage.StoreException;
import io.situ.storage.StorePath;
import io.situ.storage.forward.StoreOperation;
import java.time.Duration;
import java.util.Objects;
import java.util.function.Predicate;

/**
 * A rule of a {@link FaultInjectingStore}: which operations go wrong, and how. Begin with {@link
 * #on}, end with a way of going wrong. Immutable.
 *
 * @param when the operations it is about
 * @param skip how many of those go well first
 * @param times how many go wrong then
 * @param chance how likely each of them does, 0 to 1
 * @param effect how
 */
public record Fault(
    Predicate<StoreOperation> when, long skip, long times, double chance, Effect effect) {

  /** A way of going wrong. */
  public sealed interface Effect {}

  /**
   * The call fails.
   *
   * @param done whether it takes effect all the same, as when an answer gets lost
   */
  public record Failure(StoreException.Kind kind, boolean done) implements Effect {}

  /** A read gives at most this many bytes. */
  public record ShortRead(int bytes) implements Effect {}

  /** The call takes longer. */
  public record Delay(Duration time) implements Effect {}

  public Fault {
    Objects.requireNonNull(when, "when");
    Objects.requireNonNull(effect, "effect");
    if (skip < 0 || times < 0 || !(chance >= 0 && chance <= 1)) {
      throw new IllegalArgumentException("no such fault: " + skip + ", " + times + ", " + chance);
    }
  }

  /** A fault of every operation of this kind. Unless configured otherwise it fails for good. */
  public static Fault on(StoreOperation.Kind kind) {
    return on(operation -> operation.kind() == kind);
  }

  /** A fault of the operations that {@code when} accepts. */
  public static Fault on(Predicate<StoreOperation> when) {
    return new Fault(when, 0, Long.MAX_VALUE, 1, new Failure(StoreException.Kind.FAILED, false));
  }

  /** Only of operations on {@code directory} and what lies below. */
  public Fault below(StorePath directory) {
    return new Fault(
        when.and(operation -> operation.path().startsWith(directory)), skip, times, chance, effect);
  }

  public Fault skip(long count) {
    return new Fault(when, count, times, chance, effect);
  }

  public Fault times(long count) {
    return new Fault(when, skip, count, chance, effect);
  }

  public Fault chance(double probability) {
    return new Fault(when, skip, times, probability, effect);
  }

  /** The call fails and changes nothing. */
  public Fault fails(StoreException.Kind kind) {
    return new Fault(when, skip, times, chance, new Failure(kind, false));
  }

  /** The call takes effect and fails, as when the answer is lost. */
  public Fault failsWhenDone(StoreException.Kind kind) {
    return new Fault(when, skip, times, chance, new Failure(kind, true));
  }

  /** Reads give at most {@code bytes} bytes, which must be more than 0. */
  public Fault readsShort(int bytes) {
    return new Fault(when, skip, times, chance, new ShortRead(bytes));
  }

  public Fault delays(Duration time) {
    return new Fault(when, skip, times, chance, new Delay(time));
  }
}
