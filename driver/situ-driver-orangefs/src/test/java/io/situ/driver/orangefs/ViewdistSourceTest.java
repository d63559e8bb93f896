// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.orangefs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.situ.storage.Extent;
import io.situ.storage.Listing;
import io.situ.storage.Store;
import io.situ.storage.StoreObject;
import io.situ.storage.StorePath;
import io.situ.storage.WriteHandle;
import io.situ.storage.config.HostMapping;
import io.situ.storage.config.StoreConfig;
import io.situ.storage.mounted.MountedStore;
import io.situ.storage.mounted.SystemHostNameResolver;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How many processes of the program run, counted by a script that answers what it did. */
class ViewdistSourceTest {

  private static final int FILES = 100;

  @TempDir Path directory;

  private Path data;
  private Path runs;

  @BeforeEach
  void write() throws Exception {
    data = Files.createDirectory(directory.resolve("data"));
    runs = Files.createFile(directory.resolve("runs"));
    Files.write(directory.resolve("answer"), RecordedAnswers.viewdist());
    for (int i = 0; i < FILES; i++) {
      Files.write(data.resolve("f" + i), new byte[100]);
    }
  }

  private ViewdistSource source(String script) throws Exception {
    Path program = Files.writeString(directory.resolve("viewdist"), "#!/bin/sh\n" + script + "\n");
    Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwx------"));
    return new ViewdistSource(
        program.toString(),
        Optional.empty(),
        () -> StorePath.of(data.toString()),
        Duration.ofMinutes(1));
  }

  private ViewdistSource recording() throws Exception {
    return source(
        "echo begin \"$2\" >> '%s'; cat '%s'; echo end \"$2\" >> '%s'"
            .formatted(runs, directory.resolve("answer"), runs));
  }

  private Store open(OrangeFsLayoutSource source) throws Exception {
    return open(source, new StoreConfig("s", Map.of("root", data.toString())));
  }

  private static Store open(OrangeFsLayoutSource source, StoreConfig config) throws Exception {
    HostMapping names = HostMapping.parse(List.of("127.0.0.13\tnode3"), "hosts");
    return MountedStore.open(
        config,
        "orangefs",
        new OrangeFsPlacement(
            source,
            new ServerHosts(names, new SystemHostNameResolver(), alias -> Optional.empty()),
            config.notices()));
  }

  private static List<StoreObject> list(Store store) throws Exception {
    List<StoreObject> files = new ArrayList<>();
    try (Listing listing = store.list(StorePath.ROOT, Listing.Options.FLAT.withPlacement())) {
      for (StoreObject file = listing.next(); file != null; file = listing.next()) {
        assertThat(file.extents()).extracting(Extent::length).containsExactly(100L);
        files.add(file);
      }
    }
    return files;
  }

  private List<String> begun() throws Exception {
    return Files.readAllLines(runs).stream().filter(line -> line.startsWith("begin")).toList();
  }

  /** The most processes that the script saw at once. */
  private int most() throws Exception {
    int most = 0;
    int now = 0;
    for (String line : Files.readAllLines(runs)) {
      now += line.startsWith("begin") ? 1 : -1;
      most = Math.max(most, now);
    }
    return most;
  }

  @Test
  void aProcessForEachFileAndNoSecondOneForWhatIsKnown() throws Exception {
    try (Store store = open(recording())) {
      List<StoreObject> files = list(store);
      assertThat(files).hasSize(FILES);
      assertThat(begun()).hasSize(FILES).doesNotHaveDuplicates();
      assertThat(most()).isBetween(1, ViewdistSource.MAX_PROCESSES);

      for (StoreObject file : files) {
        for (int window = 0; window < 4; window++) {
          store.placement(file, 25 * window, 25);
        }
      }
      list(store);
      assertThat(begun()).hasSize(FILES);
    }
  }

  @Test
  void aFileThatChangedIsAskedForAgain() throws Exception {
    try (Store store = open(recording())) {
      StoreObject file = store.stat(StorePath.of("/f1"), true);
      store.placement(file, 0, 100);
      Files.write(data.resolve("f1"), new byte[200]);
      store.placement(store.stat(StorePath.of("/f1"), true), 0, 200);
      assertThat(begun()).hasSize(2);
    }
  }

  @Test
  void manyThreadsShareFewProcesses() throws Exception {
    ViewdistSource source = recording();
    ExecutorService threads = Executors.newFixedThreadPool(4 * ViewdistSource.MAX_PROCESSES);
    try (Store store = open(source)) {
      List<Callable<OrangeFsLayout>> questions = new ArrayList<>();
      for (int i = 0; i < FILES; i++) {
        StoreObject file = store.stat(StorePath.of("/f" + i), true);
        questions.add(() -> source.layout(file));
      }
      for (Future<OrangeFsLayout> answer : threads.invokeAll(questions)) {
        assertThat(answer.get().servers()).hasSize(3);
      }
    } finally {
      threads.shutdownNow();
    }
    assertThat(begun()).hasSize(FILES);
    assertThat(most()).isBetween(1, ViewdistSource.MAX_PROCESSES);
  }

  @Test
  void aFailedLookupIsNotCached() throws Exception {
    Path broken = directory.resolve("broken");
    Files.createFile(broken);
    ViewdistSource source =
        source(
            "echo begin >> '%s'; test -e '%s' || cat '%s'"
                .formatted(runs, broken, directory.resolve("answer")));
    try (Store store = open(source)) {
      StoreObject file = store.stat(StorePath.of("/f1"), true);
      assertThatThrownBy(() -> source.layout(file)).isInstanceOf(OrangeFsLayoutException.class);
      Files.delete(broken);
      assertThat(source.layout(file).servers()).hasSize(3);
      assertThat(begun()).hasSize(2);
    }
  }

  /** In a locale of ASCII these are all names with other characters. */
  @Test
  void aNameThatTheProgramCannotBeGivenHasNoPlaceAndOneNoticeSaysSo() throws Exception {
    ViewdistSource source = recording();
    StoreConfig config = new StoreConfig("s", Map.of("root", data.toString()));
    StorePath odd = StorePath.of("/" + StorePath.decode(new byte[] {'f', (byte) 0xff}));
    try (Store store = open(source, config)) {
      try (WriteHandle handle = store.create(odd, WriteHandle.Options.EXCLUSIVE)) {
        handle.write(ByteBuffer.wrap(new byte[100]));
      }
      StoreObject file = store.stat(odd, true);
      assertThat(store.placement(file, 0, 100)).isEmpty();
      assertThat(store.placement(file, 0, 50)).isEmpty();
      assertThat(config.notices().sentences())
          .singleElement()
          .asString()
          .contains("the layout of some files of OrangeFS cannot be used: a name cannot be given");
      assertThat(store.placement(store.stat(StorePath.of("/f1"), true), 0, 100)).hasSize(1);
      assertThat(UnmatchedHosts.holding(source, List.of(odd))).isEmpty();
    }
    assertThat(begun()).hasSize(1);
  }

  @Test
  void aThreadThatWaitsForAProcessCanBeInterrupted() throws Exception {
    ViewdistSource source = recording();
    try (Store store = open(source)) {
      StoreObject file = store.stat(StorePath.of("/f1"), true);
      Thread.currentThread().interrupt();
      assertThatThrownBy(() -> source.layout(file)).hasMessageContaining("interrupted");
      assertThat(Thread.interrupted()).isTrue();
    }
    assertThat(begun()).isEmpty();
  }
}
