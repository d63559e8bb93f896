// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.posix;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.situ.storage.Capability;
import io.situ.storage.Extent;
import io.situ.storage.Listing;
import io.situ.storage.Replica;
import io.situ.storage.Store;
import io.situ.storage.StoreException;
import io.situ.storage.StoreException.Kind;
import io.situ.storage.StoreObject;
import io.situ.storage.StorePath;
import io.situ.storage.config.StoreConfig;
import io.situ.storage.diagnostics.StoreWarnings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Placement as a user sets it up: by keys of the posix driver. */
final class PosixPlacementTest {

  @TempDir Path base;
  private Path root;

  @BeforeEach
  void files() throws IOException {
    root = Files.createDirectory(base.resolve("root"));
    Files.write(root.resolve("f"), new byte[100]);
    Files.write(root.resolve("a\\b\tc\nd"), new byte[10]);
    Files.createFile(root.resolve("empty"));
    Files.createDirectory(root.resolve("d"));
  }

  private Store open(String... keys) throws StoreException {
    Map<String, String> values = new HashMap<>(Map.of("root", root.toString()));
    for (int i = 0; i < keys.length; i += 2) {
      values.put(keys[i], keys[i + 1]);
    }
    return new PosixProvider().open(new StoreConfig("s", values));
  }

  private static List<Extent> ask(Store store, String path, long offset, long length)
      throws StoreException {
    return store.placement(store.stat(StorePath.of(path), true), offset, length);
  }

  private static void refused(Kind kind, String sentence, ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(StoreException.class, e -> assertThat(e.kind()).isEqualTo(kind))
        .hasMessageContaining(sentence);
  }

  /** A program that answers with what {@code body}, in shell, prints per request. */
  private String script(String body) throws IOException {
    assumeTrue(Files.isExecutable(Path.of("/bin/sh")), "there is no /bin/sh");
    Path script = base.resolve("script");
    Files.writeString(
        script,
        "#!/bin/sh\necho started >> "
            + base.resolve("starts")
            + "\nwhile IFS=$(printf '\\t') read -r path offset length; do\n"
            + body
            + "\ndone\n");
    Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwxr-xr-x"));
    return script.toString();
  }

  private long starts() throws IOException {
    return Files.readAllLines(base.resolve("starts")).size();
  }

  @Test
  void withoutKeysNothingIsKnown() throws Exception {
    try (Store store = open()) {
      assertThat(store.can(Capability.PLACEMENT, StorePath.ROOT)).isFalse();
      assertThat(ask(store, "/f", 0, 100)).isEmpty();
    }
  }

  @Test
  void aFileReportsTheRangeThatIsThere() throws Exception {
    Path map = Files.writeString(base.resolve("map"), "/f\tone,two\n");
    try (Store store = open("placement.file", map.toString())) {
      assertThat(store.can(Capability.PLACEMENT, StorePath.ROOT)).isTrue();
      List<Replica> replicas = List.of(Replica.on("one"), Replica.on("two"));
      assertThat(ask(store, "/f", 10, 1000)).containsExactly(new Extent(10, 90, replicas));
      assertThat(ask(store, "/f", 100, 1)).isEmpty();
      assertThat(ask(store, "/empty", 0, 1)).isEmpty();
      assertThat(ask(store, "/d", 0, 1)).isEmpty();
      assertThat(located(store))
          .singleElement()
          .satisfies(f -> assertThat(f.extents()).containsExactly(new Extent(0, 100, replicas)));
    }
  }

  @Test
  void theExampleOfTheGuideRuns() throws Exception {
    assumeTrue(Files.isExecutable(Path.of("/bin/sh")), "there is no /bin/sh");
    String guide = Files.readString(Path.of("../../docs/guide/placement.md"));
    int start = guide.indexOf("```sh\n") + 6;
    Path script = base.resolve("placement");
    Files.writeString(script, guide.substring(start, guide.indexOf("```", start)));
    Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwxr-xr-x"));
    Files.createDirectories(root.resolve("scratch/node7"));
    Files.write(root.resolve("scratch/node7/f"), new byte[50]);
    try (Store store = open("placement.command", script.toString())) {
      assertThat(ask(store, "/scratch/node7/f", 0, 50))
          .containsExactly(new Extent(0, 50, List.of(Replica.on("node7"))));
      assertThat(ask(store, "/f", 0, 100)).isEmpty();
    }
  }

  @Test
  void aChangedFileIsReadAgainAndASenselessChangeIsNot() throws Exception {
    Path map = Files.writeString(base.resolve("map"), "/f\tone\n");
    try (Store store = open("placement.file", map.toString())) {
      change(map, "/f\ttwo-is-longer\n", 1);
      awaitHost(store, "two-is-longer");
      change(map, "nonsense\n", 2);
      TimeUnit.MILLISECONDS.sleep(1100);
      assertThat(ask(store, "/f", 0, 1).get(0).replicas().get(0).host()).isEqualTo("two-is-longer");
      change(map, "/f\tthree\n", 3);
      awaitHost(store, "three");
    }
  }

  private static void change(Path map, String text, int at) throws IOException {
    Files.writeString(map, text);
    Files.setLastModifiedTime(map, FileTime.fromMillis(1000L * at));
  }

  private static void awaitHost(Store store, String host) throws Exception {
    while (!ask(store, "/f", 0, 1).get(0).replicas().get(0).host().equals(host)) {
      TimeUnit.MILLISECONDS.sleep(20);
    }
  }

  @Test
  void aFileThatCannotBeUsedCostsPlacementOnly() throws Exception {
    Path map = Files.writeString(base.resolve("map"), "# hosts\n/f\n");
    costsPlacementOnly(map.toString(), "fs.situ.store.s.placement.file");
    costsPlacementOnly(map.toString(), "but its line 2: ");
    costsPlacementOnly(map + "x", "which does not exist");
    costsPlacementOnly("/", "which cannot be read: it is not a file");
    costsPlacementOnly("/dev/zero", "which cannot be read: it is not a file");
  }

  private void costsPlacementOnly(String file, String sentence) throws Exception {
    try (Store store = open("placement.file", file)) {
      refused(Kind.UNAVAILABLE, sentence, () -> ask(store, "/f", 0, 1));
      assertThat(located(store)).isEmpty();
    }
  }

  @Test
  void aFileThatComesLaterIsUsed() throws Exception {
    Path map = base.resolve("map");
    try (Store store = open("placement.file", map.toString())) {
      assertThat(located(store)).isEmpty();
      Files.writeString(map, "/f\tlate\n");
      while (located(store).isEmpty()) {
        TimeUnit.MILLISECONDS.sleep(20);
      }
      assertThat(ask(store, "/f", 0, 1).get(0).replicas().get(0).host()).isEqualTo("late");
    }
  }

  /** The files of the root that a listing has placement of; the listing must be whole. */
  private static List<StoreObject> located(Store store) throws StoreException {
    List<StoreObject> all = new ArrayList<>();
    try (Listing listing = store.list(StorePath.ROOT, Listing.Options.FLAT.withPlacement())) {
      for (StoreObject object = listing.next(); object != null; object = listing.next()) {
        all.add(object);
      }
    }
    assertThat(all).hasSize(4);
    return all.stream().filter(object -> !object.extents().isEmpty()).toList();
  }

  @Test
  void keysThatMakeNoSenseAreRefused() {
    refused(
        Kind.INVALID_ARGUMENT,
        "only one of",
        () -> open("placement.file", "/x", "placement.command", "y"));
    refused(Kind.INVALID_ARGUMENT, "placement.timeout", () -> open("placement.timeout", "soon"));
    refused(Kind.INVALID_ARGUMENT, "placement.timeout", () -> open("placement.timeout", "0"));
    refused(Kind.INVALID_ARGUMENT, "unknown key", () -> open("placement.fiel", "/x"));
  }

  @Test
  void aCommandIsStartedOnceAndAskedAgain() throws Exception {
    String command =
        script(
            "printf '%s\\t%s\\thost-of-%s\\t/r\\t/x\\n\\n' \"$offset\" \"$length\" \"${path#/}\"");
    try (Store store = open("placement.command", command)) {
      for (int i = 0; i < 20; i++) {
        assertThat(ask(store, "/f", i, 5))
            .singleElement()
            .satisfies(
                extent -> {
                  assertThat(extent.length()).isEqualTo(5);
                  assertThat(extent.replicas().get(0).host()).isEqualTo("host-of-f");
                });
      }
      assertThat(ask(store, "/a\\b\tc\nd", 0, 5).get(0).replicas().get(0).host())
          .isEqualTo("host-of-a\\\\b\\tc\\nd");
      assertThat(starts()).isEqualTo(1);
    }
  }

  @Test
  void aCommandsExtentsAreCutToTheRange() throws Exception {
    String command = script("printf '0\\t50\\ta\\n50\\t500\\tb,c\\n\\n'");
    try (Store store = open("placement.command", command)) {
      assertThat(ask(store, "/f", 40, 20))
          .containsExactly(
              new Extent(40, 10, List.of(Replica.on("a"))),
              new Extent(50, 10, List.of(Replica.on("b"), Replica.on("c"))));
    }
  }

  @Test
  void aCommandsComplaintReachesTheUser() throws Exception {
    String command = script("printf '! no server for %s\\n\\n' \"$path\"");
    try (Store store = open("placement.command", command)) {
      refused(Kind.UNAVAILABLE, "no server for /f", () -> ask(store, "/f", 0, 1));
    }
  }

  @Test
  void aSenselessAnswerIsQuoted() throws Exception {
    String command = script("printf '5\\t5\\ta\\n0\\t6\\tb\\n\\n'");
    try (Store store = open("placement.command", command)) {
      refused(Kind.UNAVAILABLE, "overlap", () -> ask(store, "/f", 0, 100));
    }
    try (Store store = open("placement.command", script("printf 'what\\n\\n'"))) {
      refused(Kind.UNAVAILABLE, "'what'", () -> ask(store, "/f", 0, 100));
    }
  }

  @Test
  void aCommandThatEndsIsNotStartedForEveryFile() throws Exception {
    String command = script("printf '0\\t100\\ta\\n\\n'; exit");
    try (Store store = open("placement.command", command)) {
      assertThat(ask(store, "/f", 0, 100)).hasSize(1);
      for (int i = 0; i < 20; i++) {
        refused(Kind.UNAVAILABLE, command, () -> ask(store, "/f", 0, 100));
      }
      assertThat(located(store)).isEmpty();
      assertThat(starts()).isEqualTo(1);
    }
  }

  @Test
  void whatACommandSaysOfItsFailureIsReported() throws Exception {
    String command = script("echo \"no table for $path\" >&2; exit 3");
    try (Store store = open("placement.command", command)) {
      for (int i = 0; i < 5; i++) {
        refused(Kind.UNAVAILABLE, "exit code 3: no table for /f", () -> ask(store, "/f", 0, 100));
      }
      assertThat(starts()).isEqualTo(1);
    }
  }

  @Test
  void aCommandThatHangsIsKilled() throws Exception {
    String command = script("echo $$ > " + base.resolve("pid") + "; exec sleep 1000");
    try (Store store = open("placement.command", command, "placement.timeout", "1")) {
      refused(Kind.UNAVAILABLE, "no answer within 1 s", () -> ask(store, "/f", 0, 100));
      long pid = Long.parseLong(Files.readString(base.resolve("pid")).strip());
      assertThat(ProcessHandle.of(pid).map(ProcessHandle::isAlive).orElse(false)).isFalse();
    }
  }

  /** As tasks of Spark are that are killed. */
  @Test
  void aThreadThatIsInterruptedCostsOthersNothing() throws Exception {
    String command = script("printf '0\\t100\\ta\\n\\n'");
    try (Store store = open("placement.command", command)) {
      assertThat(ask(store, "/f", 0, 100)).hasSize(1);
      Thread.currentThread().interrupt();
      refused(Kind.INTERRUPTED, "interrupted", () -> ask(store, "/f", 0, 100));
      assertThat(Thread.interrupted()).isTrue();

      assertThat(ask(store, "/f", 0, 100)).hasSize(1);
      assertThat(starts()).isEqualTo(2);
    }
  }

  @Test
  void aMissingCommandIsNamed() throws Exception {
    try (Store store = open("placement.command", "/no/such/program")) {
      refused(Kind.UNAVAILABLE, "/no/such/program", () -> ask(store, "/f", 0, 100));
    }
  }

  @Test
  void ofAnAnswerWithoutEndTheFirstLinesCount() throws Exception {
    assumeTrue(Files.isExecutable(Path.of("/usr/bin/awk")), "there is no awk");
    Files.write(root.resolve("many"), new byte[200_000]);
    String script =
        script(
            "if [ \"$path\" = /many ]; then awk 'BEGIN {for (i = 0; i < 100000; i++)"
                + " printf \"%d\\t1\\tnode%d\\n\", i, i % 2; print \"\"}';"
                + " else printf '0\\t5\\tnode\\n\\n'; fi");
    StoreWarnings notices = new StoreWarnings();
    Map<String, String> keys = Map.of("root", root.toString(), "placement.command", script);
    StoreConfig config = new StoreConfig("s", keys).withNotices(notices);
    try (Store store = new PosixProvider().open(config)) {
      assertThat(ask(store, "/many", 0, 200_000)).hasSize(Extent.MAX_COUNT);
      assertThat(notices.sentences()).singleElement().asString().contains("'/many'");
      assertThat(ask(store, "/f", 0, 100)).hasSize(1);
      try (Listing listing = store.list(StorePath.ROOT, Listing.Options.FLAT.withPlacement())) {
        for (StoreObject next = listing.next(); next != null; next = listing.next()) {
          assertThat(next.extents()).hasSizeLessThanOrEqualTo(Listing.MAX_EXTENTS);
        }
      }
    }
  }
}
