package io.situ.storage.mounted;

import static io.situ.storage.mounted.MountedStoreTest.path;
import static io.situ.storage.mounted.MountedStoreTest.refused;
import static org.assertj.core.api.Assertions.assertThat;

import io.situ.storage.Store;
import io.situ.storage.Store.RenameMode;
import io.situ.storage.StoreException.Kind;
import io.situ.storage.WriteHandle;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is left where a claimed rename does not come about, and what it races with. */
final class ClaimTest {

  @TempDir Path root;
  private Store store;

  @BeforeEach
  void open() throws IOException {
    store = MountedStoreTest.open(root, Tuning.NONE.withQuirks(mount -> ClaimContractTest.QUIRKS));
  }

  @AfterEach
  void close() throws IOException {
    store.close();
  }

  @Test
  void aClaimThatIsNotUsedIsTakenAway() throws IOException {
    store.mkdir(path("/d"), 0755);
    refused(
        Kind.INVALID_ARGUMENT,
        () -> store.rename(path("/d"), path("/d/below"), RenameMode.NO_REPLACE));
    assertThat(root.resolve("d")).isEmptyDirectory();
    refused(Kind.NOT_FOUND, () -> store.rename(path("/no"), path("/x"), RenameMode.NO_REPLACE));
    assertThat(root.resolve("x")).doesNotExist();
  }

  @Test
  void whatADeadProcessClaimedStaysRefused() throws IOException {
    MountedStoreTest.write(store, "/a", "content");
    Files.createFile(root.resolve("b"));
    Files.createDirectories(root.resolve("d"));
    Files.createDirectories(root.resolve("e"));
    refused(Kind.ALREADY_EXISTS, () -> store.rename(path("/a"), path("/b"), RenameMode.NO_REPLACE));
    refused(Kind.ALREADY_EXISTS, () -> store.rename(path("/d"), path("/e"), RenameMode.NO_REPLACE));
    assertThat(MountedStoreTest.read(store, "/a")).isEqualTo("content");
  }

  @Test
  void renamesAndCreationsOfOneNameHaveOneWinner() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(2);
    try {
      for (int round = 0; round < 200; round++) {
        String target = "/t" + round;
        MountedStoreTest.write(store, "/s" + round, "renamed");
        String source = "/s" + round;
        Future<Boolean> renamed =
            threads.submit(
                won(() -> store.rename(path(source), path(target), RenameMode.NO_REPLACE)));
        Future<Boolean> created =
            threads.submit(
                won(() -> store.create(path(target), WriteHandle.Options.EXCLUSIVE).close()));
        assertThat(renamed.get()).isNotEqualTo(created.get());
        assertThat(MountedStoreTest.read(store, target)).isEqualTo(renamed.get() ? "renamed" : "");
        assertThat(Files.exists(root.resolve("s" + round))).isEqualTo(created.get());
      }
    } finally {
      threads.shutdown();
    }
  }

  private interface Act {
    void run() throws Exception;
  }

  private static Callable<Boolean> won(Act act) {
    return () -> {
      try {
        act.run();
        return true;
      } catch (io.situ.storage.StoreException e) {
        assertThat(e.kind()).isEqualTo(Kind.ALREADY_EXISTS);
        return false;
      }
    };
  }
}
