// SPDX-License-Identifier: Apache-2.0
package io.situ.spark.shuffle.directory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.situ.spark.FileSystemRegistration;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;
import java.time.Instant;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Directories of applications, with Situ's file system, which is in the packaged bundle. */
@Tag("end-to-end")
class ApplicationDirectoryTest {

  private static final long EXPIRY = 60_000;
  private static final HeartbeatExpiry OWN_EXPIRY = new HeartbeatExpiry(EXPIRY);

  @TempDir private Path scratch;
  private SharedFiles files;
  private SharedFiles failing;
  private ApplicationDirectory own;
  private AbandonedDirectories others;
  private long nanos;

  @BeforeEach
  void open() throws IOException {
    Configuration conf = new Configuration(false);
    FileSystemRegistration.register(conf);
    files = SharedFiles.open(new org.apache.hadoop.fs.Path("file://" + scratch), conf);
    own = ApplicationDirectory.create(files, "app 1/2", OWN_EXPIRY);
    others = new AbandonedDirectories(files, own, () -> nanos);
  }

  @AfterEach
  void close() throws IOException {
    files.close();
    if (failing != null) {
      failing.close();
    }
  }

  @Test
  void isForItsUserAloneAndGoesWithEverything() throws IOException {
    Path made = path(own);
    assertThat(made.getFileName().toString()).startsWith("situ-spark-app_1_2-");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(made)))
        .isEqualTo("rwx------");
    files.create(new org.apache.hadoop.fs.Path(own.data(), "shuffle-1/map-1")).close();
    for (Path each : new Path[] {path(own.data()), path(own.data()).resolve("shuffle-1")}) {
      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(each)))
          .isEqualTo("rwx------");
    }

    own.remove();

    assertThat(scratch).isEmptyDirectory();
    own.remove();
  }

  @Test
  void removedShuffleCanBeWrittenAgainAndARemovedApplicationCannot() throws IOException {
    org.apache.hadoop.fs.Path shuffle = new org.apache.hadoop.fs.Path(own.data(), "shuffle-1");
    org.apache.hadoop.fs.Path map = new org.apache.hadoop.fs.Path(shuffle, "map-1");
    files.create(map).close();

    own.removeShuffle(shuffle);
    assertThat(path(own)).isDirectoryContaining("glob:**/heartbeat");
    assertThat(path(shuffle)).doesNotExist();
    own.removeShuffle(shuffle);
    files.create(map).close();
    assertThat(path(map)).exists();

    own.remove();
    assertThatThrownBy(() -> files.create(map)).isInstanceOf(IOException.class);
    assertThat(scratch).isEmptyDirectory();
  }

  @Test
  void removalThatFailsInPartLeavesTheHeartbeatAndIsCompletedByAnother() throws IOException {
    ApplicationDirectory dying = failing("dying");
    Path dead = path(dying);
    Files.createDirectory(dead.resolve("a"));
    Files.createDirectory(dead.resolve("shuffle-1"));
    Files.createDirectory(dead.resolve("z"));
    FailingFiles.failing = "shuffle-1";

    assertThatThrownBy(dying::remove).hasMessageContaining("a fault");

    assertThat(dead).isDirectoryContaining("glob:**/heartbeat");
    assertThat(dead.resolve("a")).doesNotExist();
    assertThat(dead.resolve("z")).doesNotExist();
    touch(dead, 10 * EXPIRY);
    sweep();
    sweep();
    assertThat(dead).doesNotExist();
  }

  @Test
  void directoryThatCannotBeLookedAtAgainIsMovedBack() throws IOException {
    Path dead = application("dead");
    Files.createDirectory(dead.resolve("shuffle-1"));
    ApplicationDirectory looking = failing("looking");
    others = new AbandonedDirectories(failing, looking, () -> nanos);
    FailingFiles.failing = "unchecked-" + dead.getFileName();

    sweep();
    sweep();

    assertThat(dead.resolve("shuffle-1")).exists();
    looking.remove();
    assertThat(path(looking)).doesNotExist();
    assertThat(dead.resolve("shuffle-1")).exists();
  }

  @Test
  void directoryThatWasNotLookedAtAgainIsMovedBackAtTheEnd() throws IOException {
    Path dead = application("dead");
    own.take(new org.apache.hadoop.fs.Path(files.directory(), dead.getFileName().toString()));
    assertThat(dead).doesNotExist();

    own.remove();

    assertThat(path(own)).doesNotExist();
    assertThat(dead.resolve("heartbeat")).exists();
  }

  /** A driver died between two of its first or last calls. */
  @Test
  void emptyDirectoryWithoutHeartbeatIsRemovedAfterADay() throws IOException {
    Path old = application("old");
    Path full = application("full");
    Path recent = application("recent");
    for (Path each : new Path[] {old, full, recent}) {
      empty(each);
    }
    Files.createDirectory(full.resolve("shuffle-1"));
    age(old, HeartbeatExpiry.UNKNOWN.millis() + EXPIRY);
    age(full, HeartbeatExpiry.UNKNOWN.millis() + EXPIRY);
    age(recent, HeartbeatExpiry.UNKNOWN.millis() - EXPIRY);

    sweep();
    assertThat(old).exists();
    sweep();

    assertThat(old).doesNotExist();
    assertThat(full).exists();
    assertThat(recent).exists();
  }

  /** In older versions shuffles were right in it. */
  @ParameterizedTest
  @ValueSource(strings = {"data-0/shuffle-1", "shuffle-1"})
  void abandonedDirectoryIsRemovedAfterItWasWatched(String shuffle) throws IOException {
    Path dead = application("dead");
    Files.createDirectories(dead.resolve(shuffle));
    Files.writeString(dead.resolve(shuffle).resolve("map-1"), "x");

    sweep();
    assertThat(dead).exists();
    sweep();

    assertThat(dead).doesNotExist();
    assertThat(path(own)).isDirectoryNotContaining("glob:**/removed-*");
  }

  @Test
  void directoryThatAnotherApplicationRemovesIsWatchedAndNamedNoLonger() throws IOException {
    Path dead = application("dead");
    Path open = application("open");
    Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rwxrwxrwx"));
    others.sweep();
    assertThat(others.watched()).extracting(each -> path(each)).containsExactly(dead);
    assertThat(others.named()).extracting(each -> path(each)).containsExactly(open);

    delete(dead);
    assertThat(others.watched()).as("at the end of the application").isEmpty();
    delete(open);
    others.sweep();
    assertThat(others.named()).isEmpty();
    Path again = Files.createDirectory(dead);
    Files.setPosixFilePermissions(again, PosixFilePermissions.fromString("rwx------"));
    assertThat(others.watched()).as("it is another one").isEmpty();
  }

  @Test
  void directoryThatGoesBetweenListingAndLookIsNotNamed() throws IOException {
    Path dead = application("dead");
    ApplicationDirectory looking = failing("looking");
    others = new AbandonedDirectories(failing, looking, () -> nanos);
    FailingFiles.vanishing = dead.getFileName().toString();

    others.sweep();

    assertThat(dead).doesNotExist();
    assertThat(others.named()).isEmpty();
    assertThat(others.watched()).isEmpty();
  }

  private static void delete(Path application) throws IOException {
    empty(application);
    Files.delete(application);
  }

  private static void empty(Path application) throws IOException {
    try (Stream<Path> all = Files.list(application)) {
      for (Path each : all.toList()) {
        Files.delete(each);
      }
    }
  }

  @Test
  void applicationThatBeatsStays() throws IOException {
    Path slow = application("slow");
    sweep();
    touch(slow, EXPIRY + 1_000);
    sweep();
    assertThat(slow).exists();

    touch(slow, 0);
    sweep();
    sweep();
    assertThat(slow).exists();
  }

  @Test
  void recentlyWatchedDirectoryStays() throws IOException {
    Path dead = application("dead");

    others.sweep();
    watch(OWN_EXPIRY.watchMillis() - 1);
    others.sweep();

    assertThat(dead).exists();
  }

  @Test
  void applicationOfALargerExpiryStaysForThatAndIsWatchedForItsOwnBeats() throws IOException {
    HeartbeatExpiry larger = new HeartbeatExpiry(10 * EXPIRY);
    Path slow = path(ApplicationDirectory.create(files, "slow", larger));
    touch(slow, 9 * EXPIRY);
    sweep();
    sweep();
    assertThat(slow).exists();

    touch(slow, 11 * EXPIRY);
    others.sweep();
    watch(larger.watchMillis() - 1);
    others.sweep();
    assertThat(slow).exists();
    watch(1);
    others.sweep();
    assertThat(slow).doesNotExist();
  }

  @Test
  void applicationOfASmallerExpiryStaysForThatOfTheOneThatLooks() throws IOException {
    Path quick = path(ApplicationDirectory.create(files, "quick", new HeartbeatExpiry(EXPIRY / 2)));
    touch(quick, EXPIRY * 3 / 4);

    sweep();
    sweep();

    assertThat(quick).exists();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "expiry-ms=60", "expiry-ms=0\n", "expiry-ms=9999999999999999999\n"})
  void heartbeatThatDoesNotSayItsExpiryStaysForADay(String text) throws IOException {
    Path old = application("old");
    Files.writeString(old.resolve("heartbeat"), text);
    touch(old, HeartbeatExpiry.UNKNOWN.millis() - EXPIRY);
    sweep();
    sweep();
    assertThat(old).exists();

    touch(old, HeartbeatExpiry.UNKNOWN.millis() + EXPIRY);
    sweep();
    sweep();
    assertThat(old).doesNotExist();
  }

  @Test
  void anApplicationBeatsAtLeastEveryTenSeconds() {
    assertThat(new HeartbeatExpiry(24 * 3_600_000).beatMillis()).isEqualTo(10_000);
    assertThat(OWN_EXPIRY.beatMillis()).isEqualTo(1_000);
    assertThat(new HeartbeatExpiry(Long.MAX_VALUE).watchMillis()).isEqualTo(30_000);
  }

  @ParameterizedTest
  @ValueSource(strings = {"rwxr-x---", "rwx-----x", "rwxrwxrwx"})
  void directoryThatIsOpenToOthersStays(String permissions) throws IOException {
    Path open = application("open");
    Files.setPosixFilePermissions(open, PosixFilePermissions.fromString(permissions));

    sweep();
    sweep();

    assertThat(open).exists();
  }

  @Test
  void linkToADirectoryStaysAndLeadsNowhere() throws IOException {
    Path precious = Files.createDirectory(scratch.resolve("precious"));
    Files.setPosixFilePermissions(precious, PosixFilePermissions.fromString("rwx------"));
    Files.writeString(precious.resolve("heartbeat"), "");
    age(precious.resolve("heartbeat"), 10 * EXPIRY);
    Path link = scratch.resolve("situ-spark-link");
    Files.createSymbolicLink(link, precious);

    sweep();
    sweep();

    assertThat(precious.resolve("heartbeat")).exists();
    assertThat(link).isSymbolicLink();
  }

  @Test
  void directoryWithoutHeartbeatOrWithALinkForItStays() throws IOException {
    Path without = application("without");
    Files.delete(without.resolve("heartbeat"));
    Path linked = application("linked");
    Path target = scratch.resolve("target");
    Files.move(linked.resolve("heartbeat"), target);
    Files.createSymbolicLink(linked.resolve("heartbeat"), target);

    sweep();
    sweep();

    assertThat(without).exists();
    assertThat(linked).exists();
  }

  @Test
  void directoryOfAnotherUserStaysAndSoDoesOneWithAnothersHeartbeat() throws IOException {
    assumeThat(System.getProperty("user.name")).as("needs root").isEqualTo("root");
    UserPrincipal other =
        scratch.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByName("daemon");
    Path foreign = application("foreign");
    Files.setOwner(foreign, other);
    Path forged = application("forged");
    Files.setOwner(forged.resolve("heartbeat"), other);

    sweep();
    sweep();

    assertThat(foreign).exists();
    assertThat(forged).exists();
  }

  @Test
  void missingDirectoryAndFileAreRefused() throws IOException {
    Files.writeString(scratch.resolve("file"), "");
    Configuration conf = new Configuration(false);
    FileSystemRegistration.register(conf);
    org.apache.hadoop.fs.Path parent = new org.apache.hadoop.fs.Path("situ://" + scratch);

    try (SharedFiles missing =
            SharedFiles.open(new org.apache.hadoop.fs.Path(parent, "missing"), conf);
        SharedFiles file = SharedFiles.open(new org.apache.hadoop.fs.Path(parent, "file"), conf)) {
      assertThatThrownBy(() -> ApplicationDirectory.create(missing, "a", OWN_EXPIRY))
          .hasMessageContaining("it is not there; create it");
      assertThatThrownBy(() -> ApplicationDirectory.create(file, "a", OWN_EXPIRY))
          .hasMessageContaining("it is not a directory");
    }
  }

  /** Looks once, and watches for as long as any expiry asks for. */
  private void sweep() throws IOException {
    others.sweep();
    watch(HeartbeatExpiry.UNKNOWN.watchMillis());
  }

  private void watch(long millis) {
    nanos += TimeUnit.MILLISECONDS.toNanos(millis);
  }

  private static Path path(ApplicationDirectory directory) {
    return path(directory.path());
  }

  private static Path path(org.apache.hadoop.fs.Path path) {
    return Path.of(path.toUri().getPath());
  }

  private Path application(String name) throws IOException {
    Path made = path(ApplicationDirectory.create(files, name, OWN_EXPIRY));
    touch(made, 10 * EXPIRY);
    return made;
  }

  /** Creates a directory on {@link FailingFiles}, where nothing fails yet. */
  private ApplicationDirectory failing(String name) throws IOException {
    failing = FailingFiles.open(scratch);
    return ApplicationDirectory.create(failing, name, OWN_EXPIRY);
  }

  private static void touch(Path directory, long ageMillis) throws IOException {
    age(directory.resolve("heartbeat"), ageMillis);
  }

  private static void age(Path file, long ageMillis) throws IOException {
    Files.setLastModifiedTime(file, FileTime.from(Instant.now().minusMillis(ageMillis)));
  }
}
