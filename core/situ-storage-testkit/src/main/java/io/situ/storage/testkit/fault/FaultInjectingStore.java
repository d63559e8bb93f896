// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.testkit.fault;

import io.situ.storage.ReadHandle;
import io.situ.storage.Store;
import io.situ.storage.StoreException;
import io.situ.storage.forward.InterceptingStore;
import io.situ.storage.forward.StoreOperation;
import io.situ.storage.testkit.fault.Fault.Delay;
import io.situ.storage.testkit.fault.Fault.Failure;
import io.situ.storage.testkit.fault.Fault.ShortRead;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Goes wrong by rule. Chance is drawn from a seed that is logged at the start and reported in every
 * failure, so that a run of one thread can be repeated.
 */
public final class FaultInjectingStore extends InterceptingStore {

  private static final Logger LOG = LoggerFactory.getLogger(FaultInjectingStore.class);

  private final long seed;
  private final Random random;
  private final List<Rule> rules;
  private final ThreadLocal<Integer> readLimit = new ThreadLocal<>();

  private static final class Rule {
    private final Fault fault;
    private long seen;
    private long struck;

    Rule(Fault fault) {
      this.fault = fault;
    }
  }

  /** The first of {@code faults} that strikes decides about an operation. */
  public FaultInjectingStore(Store store, long seed, Fault... faults) {
    super(store);
    this.seed = seed;
    this.random = new Random(seed);
    this.rules = new ArrayList<>();
    for (Fault fault : faults) {
      rules.add(new Rule(fault));
    }
    LOG.info("faulty store with seed {}", seed);
  }

  /** How many operations went wrong so far. */
  public synchronized long injected() {
    return rules.stream().mapToLong(rule -> rule.struck).sum();
  }

  private synchronized Fault.Effect inject(StoreOperation operation) {
    for (Rule rule : rules) {
      if (rule.fault.when().test(operation)
          && ++rule.seen > rule.fault.skip()
          && rule.struck < rule.fault.times()
          && random.nextDouble() < rule.fault.chance()) {
        rule.struck++;
        return rule.fault.effect();
      }
    }
    return null;
  }

  @Override
  protected <T> T around(StoreOperation operation, Call<T> call) throws StoreException {
    Fault.Effect effect = inject(operation);
    if (effect instanceof Failure failure) {
      if (failure.done()) {
        call.run();
      }
      throw new StoreException(
          failure.kind(), operation.path(), "made to fail at " + operation + ", seed " + seed);
    }
    if (effect instanceof Delay delay) {
      sleep(operation, delay.time());
    }
    if (effect instanceof ShortRead read) {
      readLimit.set(read.bytes());
    }
    try {
      return call.run();
    } finally {
      readLimit.remove();
    }
  }

  @Override
  protected int read(ReadHandle handle, long position, ByteBuffer buffer) throws StoreException {
    Integer most = readLimit.get();
    if (most == null || most >= buffer.remaining()) {
      return handle.read(position, buffer);
    }
    int limit = buffer.limit();
    buffer.limit(buffer.position() + most);
    try {
      return handle.read(position, buffer);
    } finally {
      buffer.limit(limit);
    }
  }

  private static void sleep(StoreOperation operation, Duration time) throws StoreException {
    try {
      Thread.sleep(time.toMillis(), time.toNanosPart() % 1_000_000);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new StoreException(
          StoreException.Kind.INTERRUPTED, operation.path(), "interrupted while delayed", e);
    }
  }
}
