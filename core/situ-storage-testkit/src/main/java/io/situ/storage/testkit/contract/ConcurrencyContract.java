// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.situ.storage.Capability;
import io.situ.storage.Listing;
import io.situ.storage.ReadHandle;
import io.situ.storage.Store.RenameMode;
import io.situ.storage.StoreException;
import io.situ.storage.StoreException.Kind;
import io.situ.storage.StoreObject;
import io.situ.storage.StorePath;
import io.situ.storage.WriteHandle;
import io.situ.storage.util.StoreFiles;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

abstract class ConcurrencyContract extends ContractTopic {

  private static final int RACERS = 8;
  private static final int ROUNDS = 25;

  /** A store that opens a file when it is first read may find it replaced, once in many reads. */
  private static final int MAX_CHANGED = 3;

  /** Exactly one outcome is a value, the others are this kind of failure. */
  private static int winner(List<Object> outcomes, Kind others) {
    int winner = -1;
    for (int i = 0; i < outcomes.size(); i++) {
      if (outcomes.get(i) instanceof Throwable failure) {
        assertThat(failure).isInstanceOf(StoreException.class);
        assertThat(((StoreException) failure).kind()).as("%s", failure).isEqualTo(others);
      } else {
        assertThat(winner).as("two winners: %s", outcomes).isNegative();
        winner = i;
      }
    }
    assertThat(winner).as("no winner: %s", outcomes).isNotNegative();
    return winner;
  }

  @Test
  void oneOfManyExclusiveCreationsWins() throws Exception {
    for (int round = 0; round < ROUNDS; round++) {
      StorePath path = path("f" + round);
      List<Callable<?>> racers = new ArrayList<>();
      for (int i = 0; i < RACERS; i++) {
        byte[] own = bytes("racer " + i);
        racers.add(
            () -> {
              try (WriteHandle handle = store().create(path, WriteHandle.Options.EXCLUSIVE)) {
                handle.write(ByteBuffer.wrap(own));
              }
              return true;
            });
      }
      int winner = winner(Race.run(racers), Kind.ALREADY_EXISTS);
      assertThat(readText(path)).isEqualTo("racer " + winner);
    }
  }

  @Test
  void oneOfManyDirectoriesIsMade() throws Exception {
    for (int round = 0; round < ROUNDS; round++) {
      StorePath path = path("d" + round);
      List<Callable<?>> racers = new ArrayList<>();
      for (int i = 0; i < RACERS; i++) {
        racers.add(
            () -> {
              store().mkdir(path, 0755);
              return true;
            });
      }
      winner(Race.run(racers), Kind.ALREADY_EXISTS);
    }
  }

  @Test
  void oneOfManyNoReplaceRenamesWins() throws Exception {
    need(Capability.ATOMIC_NO_REPLACE);
    for (int round = 0; round < ROUNDS; round++) {
      StorePath target = path("f" + round);
      List<Callable<?>> racers = new ArrayList<>();
      for (int i = 0; i < RACERS; i++) {
        StorePath source = write("f" + round + "-" + i, "racer " + i);
        racers.add(() -> renamed(source, target, RenameMode.NO_REPLACE));
      }
      int winner = winner(Race.run(racers), Kind.ALREADY_EXISTS);
      assertThat(readText(target)).isEqualTo("racer " + winner);
      for (int i = 0; i < RACERS; i++) {
        assertThat(exists(path("f" + round + "-" + i))).isEqualTo(i != winner);
      }
    }
  }

  @Test
  void oneOfManyNoReplaceRenamesOfDirectoriesWins() throws Exception {
    need(Capability.ATOMIC_NO_REPLACE_DIRECTORY);
    for (int round = 0; round < ROUNDS; round++) {
      StorePath target = path("d" + round);
      List<Callable<?>> racers = new ArrayList<>();
      for (int i = 0; i < RACERS; i++) {
        StorePath source = mkdir("d" + round + "-" + i);
        racers.add(() -> renamed(source, target, RenameMode.NO_REPLACE));
      }
      winner(Race.run(racers), Kind.ALREADY_EXISTS);
    }
  }

  private boolean renamed(StorePath from, StorePath to, RenameMode mode) throws StoreException {
    store().rename(from, to, mode);
    return true;
  }

  @Test
  void oneOfManyRenamesTakesTheFileAway() throws Exception {
    oneTakesTheFileAway(RenameMode.REPLACE);
  }

  @Test
  void oneOfManyNoReplaceRenamesTakesTheFileAway() throws Exception {
    oneTakesTheFileAway(RenameMode.NO_REPLACE);
  }

  private void oneTakesTheFileAway(RenameMode mode) throws Exception {
    for (int round = 0; round < ROUNDS; round++) {
      StorePath source = write("f" + round, "content");
      List<Callable<?>> racers = new ArrayList<>();
      for (int i = 0; i < RACERS; i++) {
        StorePath target = path("f" + round + "-" + i);
        racers.add(() -> renamed(source, target, mode));
      }
      int winner = winner(Race.run(racers), Kind.NOT_FOUND);
      assertThat(readText(path("f" + round + "-" + winner))).isEqualTo("content");
      for (int i = 0; i < RACERS; i++) {
        assertThat(exists(path("f" + round + "-" + i))).isEqualTo(i == winner);
      }
    }
  }

  @Test
  void aReplacedFileIsNeverMissing() throws Exception {
    need(Capability.ATOMIC_RENAME);
    StorePath path = write("f", pattern(1000, 0));
    AtomicBoolean done = new AtomicBoolean();
    Callable<?> writer =
        () -> {
          try {
            for (int i = 0; i < 200; i++) {
              StorePath next = write("next", pattern(1000 + i, i));
              store().rename(next, path, RenameMode.REPLACE);
            }
          } finally {
            done.set(true);
          }
          return true;
        };
    Callable<?> reader =
        () -> {
          for (int changed = 0; !done.get(); ) {
            try {
              assertIsWhole(read(path));
            } catch (StoreException e) {
              assertThat(e.kind()).as("%s", e).isEqualTo(Kind.CHANGED);
              assertThat(++changed).as("%s", e).isLessThanOrEqualTo(MAX_CHANGED);
            }
          }
          assertIsWhole(read(path));
          return true;
        };
    assertThat(Race.run(List.of(writer, reader, reader))).containsOnly(true);
  }

  private static void assertIsWhole(byte[] content) {
    assertThat(content).isEqualTo(pattern(content.length, content.length - 1000));
  }

  @Test
  void manyThreadsReadOneHandle() throws Exception {
    byte[] content = pattern(2_000_003, 1);
    StorePath path = write("f", content);
    try (ReadHandle handle = store().open(path, ReadHandle.Options.DEFAULT)) {
      List<Callable<?>> readers = new ArrayList<>();
      for (int i = 0; i < RACERS; i++) {
        Random random = new Random(i);
        readers.add(
            () -> {
              for (int n = 0; n < 100; n++) {
                int length = 1 + random.nextInt(100_000);
                int start = random.nextInt(content.length - length);
                assertThat(readAt(handle, start, length))
                    .isEqualTo(Arrays.copyOfRange(content, start, start + length));
              }
              return true;
            });
      }
      assertThat(Race.run(readers)).containsOnly(true);
    }
  }

  @Test
  void aHandleClosedWhileReadGivesNoForeignBytes() throws Exception {
    byte[] content = pattern(1_000_000, 2);
    StorePath path = write("f", content);
    StorePath foreign = write("foreign", new byte[content.length]);
    for (int round = 0; round < ROUNDS; round++) {
      ReadHandle handle = store().open(path, ReadHandle.Options.DEFAULT);
      Callable<?> reader = () -> readUntilClosed(handle, content);
      Callable<?> closer =
          () -> {
            handle.close();
            try (ReadHandle other = store().open(foreign, ReadHandle.Options.DEFAULT)) {
              return readAt(other, 0, 1000).length == 1000;
            }
          };
      assertThat(Race.run(List.of(reader, reader, closer))).containsOnly(true);
    }
  }

  private static boolean readUntilClosed(ReadHandle handle, byte[] content) {
    try {
      for (int n = 0; n < 10_000; n++) {
        int start = n * 1000 % (content.length - 1000);
        assertThat(readAt(handle, start, 1000))
            .isEqualTo(Arrays.copyOfRange(content, start, start + 1000));
      }
      return true;
    } catch (StoreException e) {
      return e.kind() == Kind.FAILED;
    }
  }

  @Test
  void manyThreadsMakeTheSameTree() throws Exception {
    List<Callable<?>> makers = new ArrayList<>();
    for (int i = 0; i < RACERS; i++) {
      makers.add(
          () -> {
            StoreFiles.mkdirs(store(), path("a/b/c/d/e/f"), 0755);
            return true;
          });
    }
    assertThat(Race.run(makers)).containsOnly(true);
    assertThat(list(path("a"), Listing.Options.RECURSIVE)).hasSize(5);
  }

  @Test
  void manyThreadsDeleteTheSameTree() throws Exception {
    for (int i = 0; i < 20; i++) {
      StoreFiles.mkdirs(store(), path("t/d" + i + "/e"), 0755);
      for (int j = 0; j < 10; j++) {
        write("t/d" + i + "/f" + j, "");
      }
    }
    List<Callable<?>> deleters = new ArrayList<>();
    for (int i = 0; i < RACERS; i++) {
      deleters.add(() -> StoreFiles.deleteTree(store(), path("t")));
    }
    assertThat(Race.run(deleters)).noneMatch(Throwable.class::isInstance);
    assertThat(exists(path("t"))).isFalse();
  }

  @Test
  void aListingSurvivesDeletion() throws Exception {
    for (int i = 0; i < 20; i++) {
      mkdir("d" + i);
      for (int j = 0; j < 20; j++) {
        write("d" + i + "/f" + j, "");
      }
    }
    Callable<?> deleter =
        () -> {
          for (int i = 0; i < 20; i++) {
            StoreFiles.deleteTree(store(), path("d" + i));
          }
          return true;
        };
    Callable<?> lister =
        () -> {
          for (int i = 0; i < 20; i++) {
            for (StoreObject object : list(directory(), Listing.Options.RECURSIVE).values()) {
              assertThat(object.path().startsWith(directory())).isTrue();
            }
          }
          return true;
        };
    assertThat(Race.run(List.of(deleter, lister, lister))).containsOnly(true);
  }
}
