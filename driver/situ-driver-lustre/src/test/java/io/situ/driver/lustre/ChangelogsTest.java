// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.lustre;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.situ.storage.Attributes;
import io.situ.storage.ChangeFeed;
import io.situ.storage.ChangeFeed.Change;
import io.situ.storage.ChangeFeed.Scope;
import io.situ.storage.StoreException;
import io.situ.storage.StoreException.Kind;
import io.situ.storage.StoreObject;
import io.situ.storage.StorePath;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Feeds from files that are appended to, started over, cut off and spoilt. */
class ChangelogsTest {

  private static final String MDT = "testfs-MDT0000";
  private static final String OTHER = "testfs-MDT0001";

  @TempDir Path directory;

  private final Set<String> connected = new TreeSet<>();
  private Changelogs changelogs;
  private StoreObject top = top(77);
  private String cursor = "";

  private static StoreObject top(long identity) {
    return new StoreObject(
        StorePath.of("/data"),
        StoreObject.Kind.DIRECTORY,
        0,
        new Attributes("u", "g", 0755, 0, 0),
        new StoreObject.Version(identity, 1));
  }

  private Path log(String mdt) {
    return directory.resolve(mdt + ".log");
  }

  private Changelogs open(String... mdts) {
    return new Changelogs(
        Set.of(mdts), () -> connected, new ChangelogFile(directory.resolve("{mdt}.log")));
  }

  private static String close(long number, long object) {
    return "%d 11CLOSE 13:46:56.067041110 2026.11.21 0x242 t=[0x200000401:0x%x:0x0]\n"
        .formatted(number, object);
  }

  /** A record whose name holds lines that look like the records after it. */
  private static String forging(long number, String... lines) {
    return number
        + " 01CREAT 13:46:56.05 2026.11.21 0x0 t=[0x200000401:0x3:0x0] p=[0x200000401:0x1:0x0] a\n"
        + String.join("", lines);
  }

  private void append(String mdt, String text) throws IOException {
    Files.writeString(
        log(mdt),
        text,
        StandardCharsets.ISO_8859_1,
        StandardOpenOption.CREATE,
        StandardOpenOption.APPEND);
  }

  private void append(String mdt, long from, long to) throws IOException {
    for (long number = from; number <= to; number++) {
      append(mdt, close(number, number));
    }
  }

  /** The objects that are reported of, by the number that is both theirs and their record's. */
  private List<Long> read() throws StoreException {
    List<Long> objects = new ArrayList<>();
    try (ChangeFeed feed = changelogs.changes(top, cursor)) {
      for (Change change = feed.next(); change != null; change = feed.next()) {
        assertThat(change.path()).isEqualTo(StorePath.ROOT);
        assertThat(change.scope()).isEqualTo(Scope.OBJECT);
        objects.add(change.identity().getAsLong() & 0xffffff);
      }
      cursor = feed.cursor();
    }
    return objects;
  }

  private void begin(String... mdts) throws StoreException {
    changelogs = open(mdts);
    cursor = "";
    assertThat(read()).isEmpty();
  }

  private void beginAfter(long last) throws IOException {
    append(MDT, 1, last);
    begin(MDT);
  }

  /** Begins after record 3, whose name holds what looks like records 4 and 5. */
  private void beginAfterForged() throws IOException {
    append(MDT, 1, 2);
    append(MDT, forging(3, close(4, 400), close(5, 500)));
    begin(MDT);
  }

  private void rotate() throws IOException {
    Files.move(log(MDT), directory.resolve("old"), StandardCopyOption.REPLACE_EXISTING);
  }

  private void broken(String words) {
    String before = cursor;
    assertThatThrownBy(this::read)
        .isInstanceOfSatisfying(
            StoreException.class, e -> assertThat(e.kind()).isEqualTo(Kind.EXPIRED))
        .hasMessageContaining(words);
    assertThat(cursor).isEqualTo(before);
  }

  @Test
  void whatIsAppendedIsReportedOnceUsed() throws Exception {
    beginAfter(5);
    assertThat(read()).isEmpty();
    append(MDT, 6, 8);
    String before = cursor;
    assertThat(read()).containsExactly(6L, 7L, 8L);
    assertThat(read()).isEmpty();
    append(MDT, 9, 9);
    assertThat(read()).containsExactly(9L);
    cursor = before;
    assertThat(read()).containsExactly(6L, 7L, 8L, 9L);
  }

  @Test
  void aFeedThatIsNotReadToItsEndHasNoCursor() throws Exception {
    beginAfter(1);
    append(MDT, 2, 4);
    try (ChangeFeed feed = changelogs.changes(top, cursor)) {
      feed.next();
      assertThatThrownBy(feed::cursor).isInstanceOf(IllegalStateException.class);
    }
    assertThat(read()).containsExactly(2L, 3L, 4L);
  }

  @Test
  void aLineThatIsBeingWrittenIsReadWhenItIsWhole() throws Exception {
    beginAfter(2);
    String line = close(4, 4);
    append(MDT, close(3, 3) + line.substring(0, 30));
    assertThat(read()).containsExactly(3L);
    append(MDT, line.substring(30, line.length() - 1));
    assertThat(read()).isEmpty();
    append(MDT, "\n");
    assertThat(read()).containsExactly(4L);
  }

  @Test
  void aTornLineAtTheBeginningIsNotTheLastRecord() throws Exception {
    append(MDT, close(1, 1) + close(2, 2).substring(0, 20));
    begin(MDT);
    append(MDT, close(2, 2).substring(20));
    assertThat(read()).containsExactly(2L);
  }

  @ParameterizedTest
  @ValueSource(longs = {7, 4})
  void recordsThatAreMissingOrComeAgainBreakTheFeed(long next) throws Exception {
    beginAfter(2);
    append(MDT, 3, 4);
    append(MDT, next, next + 1);
    broken("record 4 is followed by " + next);
  }

  @Test
  void aNameThatForgesRecordsHidesNothing() throws Exception {
    beginAfter(2);
    append(MDT, forging(3, close(4, 4), close(5, 5)));
    try (ChangeFeed feed = changelogs.changes(top, cursor)) {
      while (feed.next() != null) {
        continue;
      }
      cursor = feed.cursor();
    }
    append(MDT, 4, 9);
    broken("record 5 is followed by 4");
  }

  @Test
  void aFileThatWasCutOffBreaksTheFeed() throws Exception {
    beginAfter(20);
    Files.writeString(log(MDT), "");
    broken("record 20, the last one used, is not in it");
    append(MDT, 1, 3);
    broken("record 20, the last one used, is not in it");
    Files.writeString(log(MDT), "");
    append(MDT, 23, 60);
    broken("record 20, the last one used, is not in it");
  }

  @Test
  void aFileThatStartedOverGoesOnIfNothingIsMissing() throws Exception {
    beginAfter(20);
    append(MDT, 21, 22);
    assertThat(read()).containsExactly(21L, 22L);
    rotate();
    append(MDT, 22, 25);
    assertThat(read()).containsExactly(23L, 24L, 25L);
    rotate();
    append(MDT, 20, 27);
    assertThat(read()).containsExactly(26L, 27L);
    rotate();
    append(MDT, 28, 29);
    broken("record 27, the last one used, is not in it");
  }

  @Test
  void aForgedRecordIsNotTakenForTheRealOneOfItsNumber() throws Exception {
    beginAfterForged();
    rotate();
    append(MDT, 4, 9);
    broken("record 5 is not the one of this number that was used last");
  }

  @Test
  void aForgedRecordThatARotatedFileGoesOnFromHidesNothing() throws Exception {
    beginAfterForged();
    append(MDT, 4, 5);
    rotate();
    append(MDT, 6, 9);
    broken("record 5, the last one used, is not in it");
  }

  @Test
  void aForgedRecordAtTheSamePlaceIsNotTheOneThatWasThere() throws Exception {
    beginAfter(3);
    Files.writeString(log(MDT), "");
    append(MDT, 1, 2);
    append(MDT, 3, 3);
    assertThat(read()).isEmpty();
    Files.writeString(log(MDT), "");
    append(MDT, 1, 2);
    append(MDT, close(3, 4) + close(4, 4));
    broken("record 3 is not the one of this number that was used last");
  }

  @Test
  void aFileThatStartedOverAndIsEmptyProvesNothing() throws Exception {
    beginAfter(20);
    rotate();
    Files.createFile(log(MDT));
    broken("record 20, the last one used, is not in it");
  }

  @Test
  void aMissingFileBreaksTheFeedAndDoesNotStopANewOne() throws Exception {
    beginAfter(2);
    Files.delete(log(MDT));
    broken("is not there");
    begin(MDT);
    broken("could not be read, or was empty");
    Files.createDirectory(log(MDT));
    begin(MDT);
    broken("could not be read, or was empty");
  }

  @Test
  void anEmptyFileIsNoBeginning() throws Exception {
    Files.createFile(log(MDT));
    begin(MDT);
    append(MDT, 1, 2);
    broken("could not be read, or was empty");
    begin(MDT);
    append(MDT, 3, 3);
    assertThat(read()).containsExactly(3L);
  }

  @Test
  void garbageBreaksTheFeed() throws Exception {
    beginAfter(2);
    append(MDT, close(3, 3) + "\u0000\u00ff\u0007 no record\n" + close(4, 4));
    broken("a line is no record of a changelog: '??? no record'");
    begin(MDT);
    append(MDT, "x".repeat(100_000));
    broken("longer than any record");
    begin(MDT);
    broken("could not be read, or was empty");
  }

  @Test
  void aTornLineThatWasNeverFinishedBreaksTheFeed() throws Exception {
    beginAfter(2);
    append(MDT, close(3, 3).substring(0, 25) + close(3, 3));
    broken("no record of a changelog");
  }

  @Test
  void aLogThatWasSwitchedOffBreaksTheFeed() throws Exception {
    beginAfter(2);
    append(MDT, "3 00MARK  13:46:56.05 2026.11.21 0x0 t=[0x1:0x0:0x0] p=[0:0x0:0x0] mdd_obd\n");
    broken("switched on or off");
  }

  @Test
  void eachMetadataTargetHasItsOwnNumbers() throws Exception {
    append(MDT, 1, 3);
    append(OTHER, 500, 510);
    begin(MDT, OTHER);
    append(OTHER, 511, 512);
    assertThat(read()).containsExactly(511L, 512L);
    append(MDT, 4, 4);
    append(OTHER, 513, 513);
    assertThat(read()).containsExactly(4L, 513L);
    append(OTHER, 515, 515);
    append(MDT, 5, 5);
    broken("the changelog of " + OTHER + " is broken");
  }

  @Test
  void aMetadataTargetWithoutAChangelogBreaksTheFeed() throws Exception {
    append(MDT, 1, 3);
    connected.add(MDT);
    begin(MDT);
    assertThat(read()).isEmpty();
    connected.add(OTHER);
    broken("no changelog is configured for " + OTHER);
    append(OTHER, 1, 1);
    changelogs = open(MDT, OTHER);
    broken("other metadata targets than before");
  }

  @Test
  void anotherDirectoryInTheSamePlaceBreaksTheFeed() throws Exception {
    beginAfter(3);
    top = top(78);
    broken("replaced");
  }

  @Test
  void foreignCursorsAreExpired() throws Exception {
    beginAfter(3);
    String good = cursor;
    for (String each :
        List.of(
            "x",
            "rctime:77",
            "changelog:",
            "changelog:77",
            "changelog:77," + MDT,
            "changelog:77," + MDT + "=-1@0",
            "changelog:77," + MDT + "=1",
            "changelog:77," + MDT + "=3@0",
            "changelog:77," + MDT + "=3@0#" + "0".repeat(32),
            "changelog:99999999999999999999," + MDT + "=1@0#" + "0".repeat(32),
            good + ",x")) {
      cursor = each;
      broken("");
    }
    cursor = good.replaceFirst("@[0-9]+", "@999999999999999999");
    assertThat(read()).isEmpty();
  }
}
