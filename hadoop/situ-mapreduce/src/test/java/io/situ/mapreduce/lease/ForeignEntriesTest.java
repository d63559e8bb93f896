// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce.lease;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.situ.storage.Capability;
import io.situ.storage.Store;
import io.situ.storage.StoreException;
import io.situ.storage.StoreObject;
import io.situ.storage.StorePath;
import io.situ.storage.WriteHandle;
import io.situ.storage.forward.StoreOperation;
import io.situ.storage.process.ProcessIdentity;
import io.situ.storage.testkit.fault.Fault;
import io.situ.storage.testkit.fault.FaultInjectingStore;
import io.situ.storage.testkit.memory.MemorySettings;
import io.situ.storage.testkit.memory.MemoryStore;
import io.situ.storage.util.StoreFiles;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.mapreduce.JobID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A user puts something of their own into a failed job's output right before one of the operations
 * that remove it, in stores that rename a directory only where nothing is and in those that cannot.
 */
@Tag("hadoop-3.4-long")
class ForeignEntriesTest {

  private static final ProcessIdentity ALIVE = ProcessIdentity.current();
  private static final ProcessIdentity DEAD =
      new ProcessIdentity(ALIVE.user(), ALIVE.host(), ALIVE.pid(), ALIVE.machine(), "1");
  private static final StorePath DATA = StorePath.of("/data");
  private static final StorePath OUT = DATA.child("out");

  private MemoryStore store;
  private StoppingStore stopping;
  private OutputLease lease;

  private LeaseFiles files(Store through) {
    return new LeaseFiles(through, OUT, System.getProperty("user.name"), 0755);
  }

  private void begin(boolean atomic) throws IOException {
    MemorySettings settings = new MemorySettings();
    store =
        new MemoryStore(
            atomic ? settings : settings.without(Capability.ATOMIC_NO_REPLACE_DIRECTORY));
    stopping = new StoppingStore(store);
    store.mkdir(DATA, 0755);
    lease = OutputLease.acquire(files(stopping), new JobID("local", 1), DEAD);
    write("/data/out/_temporary/0/attempt_1/part-r-00001", "job");
    write("/data/out/part-r-00000", "job");
    write("/data/out/more/words-r-00000", "job");
    write("/data/out/some/words-r-00000", "job");
  }

  private void write(String path, String text) throws StoreException {
    StorePath file = StorePath.of(path);
    StoreFiles.mkdirs(store, file.parent().orElseThrow(), 0755);
    StoreFiles.writeAll(
        store,
        file,
        ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8)),
        WriteHandle.Options.REPLACE);
  }

  private void undo() throws IOException {
    stopping.start();
    try {
      lease.undo();
    } catch (StoppingStore.KilledException e) {
      // The next process cleans up.
    }
  }

  /** Files that a user sees in the output. */
  private List<String> names(StorePath directory) throws StoreException {
    List<String> names = new ArrayList<>();
    for (StoreObject entry : files(store).list(directory)) {
      if (entry.isDirectory() && !entry.path().name().equals(LeaseRecord.PENDING)) {
        names.addAll(names(entry.path()));
      } else {
        names.add(entry.path().name());
      }
    }
    return names;
  }

  private static int[] killedAt(int added, int operations) {
    return Integer.getInteger("situ.test.rounds", 1) > 1
        ? new int[] {added, added + 1, added + 3, added + 9, operations + 1}
        : new int[] {added + 1, added + 3, operations + 1};
  }

  @ParameterizedTest
  @CsvSource({
    "/data/out/notes.txt, true",
    "/data/out/notes.txt, false",
    "/data/out/more/notes.txt, true",
    "/data/out/more/notes.txt, false",
    "/data/out/thesis/chapter/notes.txt, true",
    "/data/out/thesis/chapter/notes.txt, false"
  })
  void whatAUserAddsStaysWheneverItComes(String path, boolean atomic) throws IOException {
    begin(atomic);
    undo();
    int operations = stopping.operations();
    for (int at = 0; at <= operations; at++) {
      for (int killed : killedAt(at, operations)) {
        begin(atomic);
        stopping.before(at, () -> write(path, "precious")).killBefore(killed);
        undo();
        stopping.finish();
        new UnfinishedOutput(files(store)).removeIfDead(Set.of());

        assertThat(names(OUT))
            .as("added before %d, killed before %d", at, killed)
            .contains("notes.txt");
      }
    }
  }

  @ParameterizedTest
  @CsvSource({"true", "false"})
  void whatAKilledProcessHadMovedComesBackWithTheNextLease(boolean atomic) throws IOException {
    begin(atomic);
    LeaseRecord first = files(store).find().orElseThrow().claim().orElseThrow();
    StorePath room = files(store).fence(first).place().child("named-1");
    write(room.child("thesis") + "/notes.txt", "precious");
    write(room.child("more") + "/words-r-00001", "job");
    store.delete(files(store).lease());

    OutputLease next = OutputLease.acquire(files(store), new JobID("local", 2), ALIVE);
    assertThat(names(OUT)).contains("notes.txt");
    next.release();
    assertThat(names(OUT)).contains("notes.txt").doesNotContain("words-r-00001");
  }

  @ParameterizedTest
  @CsvSource({"true", "false"})
  void aNameThatIsTakenAgainGetsALongerOneBeside(boolean atomic) throws IOException {
    begin(atomic);
    LeaseRecord first = files(store).find().orElseThrow().claim().orElseThrow();
    StorePath room = files(store).fence(first).place().child("named-1");
    write(room.child("thesis") + "/notes.txt", "precious");
    write("/data/out/thesis/other.txt", "precious");
    lease.undo();

    assertThat(names(OUT)).contains("notes.txt", "other.txt");
    assertThat(files(store).list(files(store).pending())).isEmpty();
  }

  private static Fault denied(StoreOperation.Kind kind, String name) {
    return Fault.on(operation -> operation.kind() == kind && operation.path().name().equals(name))
        .fails(StoreException.Kind.PERMISSION_DENIED);
  }

  /** One directory may be entered and holds one that may not; another cannot be put back. */
  @Test
  void aDirectoryThatMayNotBeListedComesBackAndOthersDoToo() throws IOException {
    begin(true);
    LeaseRecord first = files(store).find().orElseThrow().claim().orElseThrow();
    StorePath room = files(store).fence(first).place().child("named-1");
    write(room.child("closed") + "/inner/notes.txt", "precious");
    write(room.child("failing") + "/notes.txt", "precious");
    write(room.child("open") + "/notes.txt", "precious");
    store.delete(files(store).lease());

    LeaseFiles denied =
        files(
            new FaultInjectingStore(
                store,
                1,
                denied(StoreOperation.Kind.LIST, "inner"),
                denied(StoreOperation.Kind.RENAME, "failing")));
    assertThatThrownBy(() -> OutputLease.acquire(denied, new JobID("local", 2), ALIVE))
        .isInstanceOf(StoreException.class)
        .hasMessageContaining("failing");
    assertThat(names(OUT.child("closed"))).containsExactly("notes.txt");
    assertThat(names(OUT.child("open"))).containsExactly("notes.txt");

    OutputLease next = OutputLease.acquire(files(store), new JobID("local", 3), ALIVE);
    assertThat(names(OUT.child("failing"))).containsExactly("notes.txt");
    next.release();
  }
}
