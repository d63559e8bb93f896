// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce.lease;

import static org.assertj.core.api.Assertions.assertThat;

import io.situ.storage.Store;
import io.situ.storage.StoreException;
import io.situ.storage.StoreObject;
import io.situ.storage.StorePath;
import io.situ.storage.WriteHandle;
import io.situ.storage.process.ProcessIdentity;
import io.situ.storage.testkit.memory.MemoryStore;
import io.situ.storage.util.StoreFiles;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.hadoop.fs.FileAlreadyExistsException;
import org.apache.hadoop.mapreduce.JobID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Two clients with one output. The first is stopped before each of its operations in turn, and
 * before a later one again, while a user takes its output away, the second client starts a job, and
 * that job ends; in some cases the first client is killed there. The second one's output is always
 * what it is without the first client.
 */
@Tag("hadoop-3.4-long")
class LeaseInterleavingsTest {

  private static final ProcessIdentity ALIVE = ProcessIdentity.current();

  /** A process of this user and this running system that is gone. */
  private static final ProcessIdentity DEAD =
      new ProcessIdentity(ALIVE.user(), ALIVE.host(), ALIVE.pid(), ALIVE.machine(), "1");

  /** How many operations lie between the two stops. */
  private static final int[] LATER =
      Integer.getInteger("situ.test.rounds", 1) > 1
          ? new int[] {0, 1, 2, Integer.MAX_VALUE / 2}
          : new int[] {0, Integer.MAX_VALUE / 2};

  private static final String USER = System.getProperty("user.name");
  private static final StorePath DATA = StorePath.of("/data");
  private static final StorePath OUT = DATA.child("out");
  private static final StorePath PENDING = OUT.child(LeaseRecord.PENDING);
  private static final StorePath PART = OUT.child("part-r-00000");

  private MemoryStore store;
  private StoppingStore stopping;
  private OutputLease first;
  private Map<String, String> second = Map.of();

  /** What the first client does. */
  private enum Action {
    UNDO,
    UNDO_IN_PLACE,
    UNDO_AFTER_ABORT,
    UNDO_AFTER_ABORT_WITH_PARTS,
    HOLD,
    RELEASE,
    CLEAN_AFTER_DEATH
  }

  /** What a user does with the first one's output before the second job is started. */
  private enum Way {
    DELETED,
    EMPTIED,
    RENAMED,
    LEASE_DELETED,
    PENDING_DELETED;

    private void run(Store store) throws StoreException {
      switch (this) {
        case DELETED -> StoreFiles.deleteTree(store, OUT);
        case RENAMED -> store.rename(OUT, DATA.child("saved"), Store.RenameMode.REPLACE);
        case LEASE_DELETED -> store.delete(PENDING.child(LeaseRecord.FILE));
        case PENDING_DELETED -> StoreFiles.deleteTree(store, PENDING);
        default -> {
          for (StoreObject entry : files(store).list(OUT)) {
            StoreFiles.deleteTree(store, entry.path());
          }
        }
      }
    }
  }

  private static LeaseFiles files(Store store) {
    return new LeaseFiles(store, OUT, USER, 0755);
  }

  private static void write(Store store, StorePath path, String text) throws StoreException {
    StoreFiles.mkdirs(store, path.parent().orElseThrow(), 0755);
    StoreFiles.writeAll(store, path, ByteBuffer.wrap(text.getBytes()), WriteHandle.Options.REPLACE);
  }

  /** The first job has failed in the middle of its commit. */
  private void begin(Action action) throws IOException {
    store = new MemoryStore();
    stopping = new StoppingStore(store);
    second = Map.of();
    store.mkdir(DATA, 0755);
    if (action == Action.UNDO_IN_PLACE) {
      write(store, OUT.child("part-r-00009"), "of an earlier job");
    }
    first = OutputLease.acquire(files(stopping), new JobID("local", 1), DEAD);
    write(store, StorePath.of(PENDING + "/0/attempt_1/part-r-00001"), "first");
    write(store, PART, "first");
    write(store, StorePath.of(OUT + "/more/words-r-00000"), "first");
    if (action.name().startsWith("UNDO_AFTER_ABORT") || action == Action.HOLD) {
      StoreFiles.deleteTree(store, PENDING);
    }
    if (action == Action.UNDO_AFTER_ABORT) {
      StoreFiles.deleteTree(store, PART);
      StoreFiles.deleteTree(store, OUT.child("more"));
    }
  }

  private void run(Action action) throws IOException {
    stopping.start();
    try {
      switch (action) {
        case HOLD -> first.hold();
        case RELEASE -> first.release();
        case CLEAN_AFTER_DEATH -> new UnfinishedOutput(files(stopping)).removeIfDead(Set.of());
        default -> first.undo();
      }
    } catch (StoppingStore.KilledException e) {
      // As the test wants it.
      return;
    }
  }

  private int operations(Action action) throws IOException {
    begin(action);
    run(action);
    return stopping.operations();
  }

  private Map<String, String> tree(StorePath top) throws StoreException {
    Map<String, String> tree = new TreeMap<>();
    for (StoreObject entry : files(store).list(top)) {
      if (entry.isDirectory()) {
        Map<String, String> below = tree(entry.path());
        boolean remains =
            below.isEmpty() && entry.path().name().matches("_temporary|_situ_claim-.*");
        if (!remains) {
          tree.put(entry.path().toString(), "directory");
          tree.putAll(below);
        }
      } else {
        tree.put(
            entry.path().toString(), new String(StoreFiles.readAll(store, entry.path(), 9999)));
      }
    }
    return tree;
  }

  /** The second job is started and gets to work, unless it is refused. */
  private void startSecond(Way way) throws IOException {
    if (files(store).stat(OUT).isPresent()) {
      way.run(store);
    }
    try {
      OutputLease.acquire(files(store), new JobID("local", 2), ALIVE);
    } catch (FileAlreadyExistsException e) {
      // The first one's output is still there.
      return;
    }
    write(store, StorePath.of(PENDING + "/0/attempt_2/part-r-00000"), "second");
    write(store, PART, "second");
    second = tree(OUT);
  }

  private void endSecond(String context) throws IOException {
    if (!second.isEmpty()) {
      assertThat(tree(OUT)).as("running: %s", context).isEqualTo(second);
      write(store, OUT.child("part-r-00001"), "second");
      StoreFiles.deleteTree(store, PENDING);
      write(store, OUT.child("_SUCCESS"), "");
      second = tree(OUT);
    }
  }

  @ParameterizedTest
  @EnumSource
  void theOthersOutputIsWhatItIsWithoutTheFirstClient(Action action) throws IOException {
    int operations = operations(action);
    int won = 0;
    for (Way way : Way.values()) {
      for (int start = 0; start <= operations; start++) {
        for (int later : LATER) {
          int end = Math.min(start + later, operations);
          won += check(action, way, start, end, later == 1);
        }
      }
    }
    assertThat(won).isGreaterThan(operations);
  }

  private int check(Action action, Way way, int start, int end, boolean kill) throws IOException {
    String context = action + ", " + way + ", " + start + " to " + end + (kill ? ", killed" : "");
    begin(action);
    stopping.before(start, () -> startSecond(way)).before(end, () -> endSecond(context));
    if (kill) {
      stopping.killBefore(end);
    }
    run(action);
    stopping.finish();
    new UnfinishedOutput(files(store)).removeIfDead(Set.of());
    if (second.isEmpty()) {
      return 0;
    }
    assertThat(tree(OUT)).as("finished: %s", context).isEqualTo(second);
    return 1;
  }

  @ParameterizedTest
  @EnumSource(names = {"UNDO", "CLEAN_AFTER_DEATH"})
  void whatItLeftIsRemovedWhereverItIsKilled(Action action) throws IOException {
    int operations = operations(action);
    for (int at = 0; at <= operations; at++) {
      begin(action);
      stopping.killBefore(at);
      run(action);
      new UnfinishedOutput(files(store)).removeIfDead(Set.of());

      assertThat(tree(DATA)).as("killed before %d", at).doesNotContainValue("first");
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"UNDO", "UNDO_IN_PLACE", "UNDO_AFTER_ABORT", "UNDO_AFTER_ABORT_WITH_PARTS"})
  void nothingOfAFailedJobRemains(Action action) throws IOException {
    begin(action);
    run(action);

    assertThat(tree(PENDING)).isEmpty();
    if (action == Action.UNDO_IN_PLACE) {
      assertThat(tree(OUT)).containsValue("of an earlier job");
    } else {
      assertThat(tree(DATA)).isEmpty();
    }
  }

  @Test
  void ofTwoThatTakeAtOnceOneWins() throws IOException {
    for (boolean there : new boolean[] {false, true}) {
      for (int stop = 0; stop < 60; stop++) {
        beginTakes(there);
        boolean[] won = new boolean[2];
        stopping.before(stop, () -> won[1] = take(store));
        won[0] = take(stopping.start());
        stopping.finish();

        assertThat(won).as("stopped before %d", stop).containsOnlyOnce(true);
        assertThat(files(store).list(DATA)).as("stopped before %d", stop).hasSize(1);
        assertThat(files(store).list(PENDING)).as("stopped before %d", stop).hasSize(2);
      }
    }
  }

  private void beginTakes(boolean there) throws IOException {
    store = new MemoryStore();
    stopping = new StoppingStore(store);
    store.mkdir(DATA, 0755);
    if (there) {
      store.mkdir(OUT, 0755);
    }
  }

  private static boolean take(Store through) throws IOException {
    try {
      OutputLease.acquire(files(through), new JobID("local", 1), DEAD);
      return true;
    } catch (FileAlreadyExistsException e) {
      return false;
    }
  }

  @Test
  void aTakeThatIsKilledIsInNoOthersWay() throws IOException {
    for (int stop = 0; stop < 60; stop++) {
      beginTakes(false);
      stopping.killBefore(stop);
      try {
        take(stopping.start());
      } catch (StoppingStore.KilledException e) {
        assertThat(stopping.operations()).isGreaterThan(stop);
      }
      new UnfinishedOutput(files(store)).removeIfDead(Set.of());

      assertThat(take(store)).as("killed before %d", stop).isTrue();
      assertThat(files(store).list(DATA)).as("killed before %d", stop).hasSize(1);
    }
  }
}
