// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.lustre;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.situ.storage.Capability;
import io.situ.storage.ChangeFeed;
import io.situ.storage.ChangeFeed.Change;
import io.situ.storage.Store;
import io.situ.storage.StoreException;
import io.situ.storage.StoreException.Kind;
import io.situ.storage.StorePath;
import io.situ.storage.config.StoreConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Feeds from a program of the site's, for which a script stands, through the provider's store. */
class ChangelogCommandTest {

  private static final String MDT = "testfs-MDT0000";

  @TempDir Path directory;

  private Path log;
  private Path calls;
  private String cursor = "";

  @BeforeEach
  void write() throws IOException {
    Files.createDirectory(directory.resolve("data"));
    log = Files.createFile(directory.resolve("log"));
    calls = Files.createFile(directory.resolve("calls"));
  }

  private String program(String name, String script) throws IOException {
    Path file = Files.writeString(directory.resolve(name), "#!/bin/sh\n" + script + "\n");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
    return file.toString();
  }

  /** Prints the records from the one asked for on, as lfs does. */
  private String printer() throws IOException {
    return program(
        "print",
        "echo \"print $*\" >> '%s'; awk -v from=\"${3:-0}\" '$1 >= from' '%s'"
            .formatted(calls, log));
  }

  private String clearer() throws IOException {
    return program("clear", "echo \"clear $*\" >> '%s'".formatted(calls));
  }

  private Store open(String... keys) throws StoreException {
    Map<String, String> values = new HashMap<>();
    values.put("root", directory.resolve("data").toString());
    values.put("changelog.mdts", MDT);
    for (int i = 0; i < keys.length; i += 2) {
      values.put(keys[i], keys[i + 1]);
    }
    return new LustreProvider().open(new StoreConfig("s", values));
  }

  private void records(long from, long to) throws IOException {
    List<String> lines = new ArrayList<>();
    for (long number = from; number <= to; number++) {
      lines.add(
          number + " 11CLOSE 13:46:56.06 2026.11.21 0x2 t=[0x200000401:0x" + number + ":0x0]");
    }
    Files.write(log, lines);
  }

  private int read(Store store) throws StoreException {
    int count = 0;
    try (ChangeFeed feed = store.changes(StorePath.ROOT, cursor)) {
      for (Change change = feed.next(); change != null; change = feed.next()) {
        count++;
      }
      cursor = feed.cursor();
    }
    return count;
  }

  private List<String> calls() throws IOException {
    List<String> lines = Files.readAllLines(calls);
    Files.writeString(calls, "");
    return lines;
  }

  private void broken(Store store, String words) {
    assertThatThrownBy(() -> read(store))
        .isInstanceOfSatisfying(
            StoreException.class, e -> assertThat(e.kind()).isEqualTo(Kind.EXPIRED))
        .hasMessageContaining(words);
  }

  @Test
  void recordsAreClearedOnlyWhenACursorBehindThemComesBack() throws Exception {
    records(1, 5);
    try (Store store =
        open("changelog.command", printer() + "  a", "changelog.clear", clearer() + " b")) {
      assertThat(store.can(Capability.CHANGE_FEED, StorePath.ROOT)).isTrue();
      assertThat(read(store)).isZero();
      assertThat(calls()).containsExactly("print a " + MDT);

      records(1, 8);
      String before = cursor;
      assertThat(read(store)).isEqualTo(3);
      assertThat(calls()).containsExactly("clear b " + MDT + " 4", "print a " + MDT + " 5");

      records(5, 8);
      cursor = before;
      assertThat(read(store)).as("the snapshot was not finished: again").isEqualTo(3);
      assertThat(calls()).containsExactly("clear b " + MDT + " 4", "print a " + MDT + " 5");

      assertThat(read(store)).isZero();
      assertThat(calls()).containsExactly("clear b " + MDT + " 7", "print a " + MDT + " 8");
      records(8, 9);
      assertThat(read(store)).isEqualTo(1);
    }
  }

  @Test
  void nothingIsClearedBeforeTheFirstRecord() throws Exception {
    records(1, 1);
    try (Store store = open("changelog.command", printer() + " a", "changelog.clear", clearer())) {
      read(store);
      read(store);
      assertThat(calls()).noneMatch(line -> line.startsWith("clear"));
    }
  }

  @Test
  void aLogThatIsNotKeptAnyMoreBreaksTheFeed() throws Exception {
    records(1, 5);
    try (Store store = open("changelog.command", printer() + " a")) {
      read(store);
      records(1, 0);
      broken(store, "record 5, the last one used, is not in it");
      records(8, 9);
      broken(store, "record 5, the last one used, is not in it");
      records(6, 9);
      broken(store, "record 5, the last one used, is not in it");
    }
  }

  @Test
  void aForgedLastRecordIsNotTakenForTheRealOneOfItsNumber() throws Exception {
    records(1, 5);
    Files.writeString(
        log,
        "6 01CREAT 13:46:56.05 2026.11.21 0x0 t=[0x200000401:0x3:0x0] p=[0x200000401:0x1:0x0] a\n"
            + "9 11CLOSE 13:46:56.06 2026.11.21 0x2 t=[0x1:0x1:0x0]\n",
        StandardOpenOption.APPEND);
    try (Store store = open("changelog.command", printer() + " a")) {
      read(store);
      records(9, 12);
      broken(store, "record 9 is not the one of this number that was used last");
    }
  }

  @Test
  void aProgramThatFailsBreaksTheFeedAndDoesNotStopANewOne() throws Exception {
    records(1, 5);
    String print = printer();
    try (Store store = open("changelog.command", print + " a")) {
      read(store);
      program("print", "cat '%s'; exit 13".formatted(log));
      broken(store, "ended with exit code 13");
      cursor = "";
      assertThat(read(store)).isZero();
      broken(store, "could not be read, or was empty");
      Files.delete(Path.of(print));
      cursor = "";
      assertThat(read(store)).isZero();
    }
  }

  @Test
  void aClearThatFailsCostsNothingButRoomInTheLog() throws Exception {
    records(1, 5);
    try (Store store =
        open("changelog.command", printer() + " a", "changelog.clear", "/no/such/program")) {
      read(store);
      records(1, 6);
      assertThat(read(store)).isEqualTo(1);
    }
  }

  @Test
  void aFeedThatIsClosedEndsItsProgram() throws Exception {
    records(1, 5);
    Path pid = directory.resolve("pid");
    try (Store store = open("changelog.command", printer() + " a")) {
      read(store);
      records(5, 6);
      program("print", "echo $$ > '%s'; cat '%s'; exec sleep 600".formatted(pid, log));
      ChangeFeed feed = store.changes(StorePath.ROOT, cursor);
      assertThat(feed.next()).isNotNull();
      Optional<ProcessHandle> process =
          ProcessHandle.of(Long.parseLong(Files.readString(pid).strip()));
      feed.close();
      if (process.isPresent()) {
        process.get().onExit().get();
        assertThat(process.get().isAlive()).isFalse();
      }
    }
  }
}
