// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.testkit.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.situ.storage.Listing;
import io.situ.storage.ReadHandle;
import io.situ.storage.Store;
import io.situ.storage.StoreException;
import io.situ.storage.StoreException.Kind;
import io.situ.storage.StorePath;
import io.situ.storage.WriteHandle;
import io.situ.storage.forward.StoreOperation;
import io.situ.storage.testkit.memory.MemoryStore;
import io.situ.storage.util.StoreFiles;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class DecoratorsTest {

  private static final StorePath FILE = StorePath.of("/d/f");

  private final MemoryStore memory = new MemoryStore();

  @BeforeEach
  void prepare() throws StoreException {
    memory.mkdir(StorePath.of("/d"), 0755);
    StoreFiles.writeAll(
        memory, FILE, ByteBuffer.wrap(new byte[100]), WriteHandle.Options.EXCLUSIVE);
  }

  private static void stat(Store store) throws StoreException {
    store.stat(FILE, true);
  }

  private static List<Boolean> outcomes(Store store, int count) {
    List<Boolean> outcomes = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      try {
        stat(store);
        outcomes.add(true);
      } catch (StoreException e) {
        outcomes.add(false);
      }
    }
    return outcomes;
  }

  @Test
  void aRecordingReportsWhatWasAsked() throws StoreException {
    RecordingStore store = new RecordingStore(memory);
    stat(store);
    try (ReadHandle handle = store.open(FILE, ReadHandle.Options.DEFAULT)) {
      assertThat(handle.read(7, ByteBuffer.allocate(3))).isEqualTo(3);
    }
    assertThatThrownBy(() -> store.stat(StorePath.of("/no"), true))
        .isInstanceOf(StoreException.class);
    assertThat(store.operations())
        .containsExactly(
            StoreOperation.of(StoreOperation.Kind.STAT, FILE),
            StoreOperation.of(StoreOperation.Kind.OPEN, FILE),
            new StoreOperation(StoreOperation.Kind.READ, FILE, 7, 3),
            StoreOperation.of(StoreOperation.Kind.READ_CLOSE, FILE),
            StoreOperation.of(StoreOperation.Kind.STAT, StorePath.of("/no")));
    assertThat(store.count(StoreOperation.Kind.STAT)).isEqualTo(2);
    assertThat(store.count()).isEqualTo(5);
    store.clear();
    assertThat(store.count()).isZero();
  }

  @Test
  void aFaultStrikesAfterSomeAndForSome() {
    FaultInjectingStore store =
        new FaultInjectingStore(
            memory, 1, Fault.on(StoreOperation.Kind.STAT).skip(2).times(3).fails(Kind.UNAVAILABLE));
    assertThat(outcomes(store, 7)).containsExactly(true, true, false, false, false, true, true);
    assertThat(store.injected()).isEqualTo(3);
  }

  @Test
  void aFailureNamesObjectAndSeed() {
    FaultInjectingStore store =
        new FaultInjectingStore(memory, 42, Fault.on(StoreOperation.Kind.STAT));
    assertThatThrownBy(() -> stat(store))
        .isInstanceOfSatisfying(
            StoreException.class, e -> assertThat(e.kind()).isEqualTo(Kind.FAILED))
        .hasMessageContaining("'/d/f'")
        .hasMessageContaining("seed 42");
  }

  @Test
  void chanceIsTheSameForTheSameSeed() {
    Fault fault = Fault.on(StoreOperation.Kind.STAT).chance(0.5);
    List<Boolean> once = outcomes(new FaultInjectingStore(memory, 7, fault), 50);
    List<Boolean> again = outcomes(new FaultInjectingStore(memory, 7, fault), 50);
    assertThat(once).isEqualTo(again).contains(true, false);
  }

  @Test
  void aFaultKeepsToItsPlace() throws StoreException {
    FaultInjectingStore store =
        new FaultInjectingStore(memory, 1, Fault.on(operation -> true).below(StorePath.of("/d")));
    store.stat(StorePath.ROOT, true);
    assertThatThrownBy(() -> stat(store)).isInstanceOf(StoreException.class);
  }

  @Test
  void aLostAnswerLeavesTheWorkDone() throws StoreException {
    FaultInjectingStore store =
        new FaultInjectingStore(
            memory, 1, Fault.on(StoreOperation.Kind.DELETE).failsWhenDone(Kind.UNAVAILABLE));
    assertThatThrownBy(() -> store.delete(FILE)).isInstanceOf(StoreException.class);
    assertThat(StoreFiles.find(memory, FILE)).isEmpty();
  }

  @Test
  void readsAreShortAndNothingIsLost() throws StoreException {
    FaultInjectingStore store =
        new FaultInjectingStore(memory, 1, Fault.on(StoreOperation.Kind.READ).readsShort(3));
    try (ReadHandle handle = store.open(FILE, ReadHandle.Options.DEFAULT)) {
      ByteBuffer buffer = ByteBuffer.allocate(10);
      assertThat(handle.read(0, buffer)).isEqualTo(3);
      assertThat(buffer.position()).isEqualTo(3);
      assertThat(buffer.limit()).isEqualTo(10);
      StoreFiles.readFully(handle, 3, buffer);
      assertThat(buffer.hasRemaining()).isFalse();
    }
  }

  @Test
  void handlesFailToo() throws StoreException {
    FaultInjectingStore store =
        new FaultInjectingStore(
            memory,
            1,
            Fault.on(StoreOperation.Kind.WRITE).skip(1).fails(Kind.NO_SPACE),
            Fault.on(StoreOperation.Kind.LIST_NEXT).fails(Kind.UNAVAILABLE));
    try (WriteHandle handle = store.create(FILE, WriteHandle.Options.REPLACE)) {
      handle.write(ByteBuffer.allocate(1));
      assertThatThrownBy(() -> handle.write(ByteBuffer.allocate(1)))
          .isInstanceOf(StoreException.class);
    }
    try (Listing listing = store.list(StorePath.ROOT, Listing.Options.FLAT)) {
      assertThatThrownBy(listing::next).isInstanceOf(StoreException.class);
    }
  }

  @Test
  void aDelayCanBeInterrupted() {
    FaultInjectingStore store =
        new FaultInjectingStore(
            memory, 1, Fault.on(StoreOperation.Kind.STAT).delays(Duration.ofDays(1)));
    Thread.currentThread().interrupt();
    assertThatThrownBy(() -> stat(store))
        .isInstanceOfSatisfying(
            StoreException.class, e -> assertThat(e.kind()).isEqualTo(Kind.INTERRUPTED));
    assertThat(Thread.interrupted()).isTrue();
  }

  /** Time that passes only by sleeping. */
  private static final class SlowClock implements ThrottledStore.Clock {
    private long now;

    @Override
    public long nanos() {
      return now;
    }

    @Override
    public void sleep(long nanos) {
      now += nanos;
    }

    private double seconds() {
      return now / 1e9;
    }
  }

  @Test
  void onlySoManyOperationsPassInASecond() throws StoreException {
    SlowClock clock = new SlowClock();
    Store store = new ThrottledStore(memory, 1L << 60, 10, clock);
    for (int i = 0; i < 31; i++) {
      stat(store);
    }
    assertThat(clock.seconds()).isEqualTo(3);
  }

  @Test
  void onlySoManyBytesPassInASecond() throws StoreException {
    SlowClock clock = new SlowClock();
    Store store = new ThrottledStore(memory, 50, 1L << 60, clock);
    try (ReadHandle handle = store.open(FILE, ReadHandle.Options.DEFAULT)) {
      for (int i = 0; i < 5; i++) {
        StoreFiles.readFully(handle, 0, ByteBuffer.allocate(100));
      }
    }
    assertThat(clock.seconds()).isEqualTo(8);
  }
}
