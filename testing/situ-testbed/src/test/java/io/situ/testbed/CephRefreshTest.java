// SPDX-License-Identifier: Apache-2.0
package io.situ.testbed;

import static org.assertj.core.api.Assertions.assertThat;

import io.situ.testbed.process.Await;
import io.situ.testbed.process.Commands;
import io.situ.testbed.state.TestbedOptions;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** {@code situ refresh} on a CephFS, from cursor to cursor, against scans of everything. */
@Tag("long")
@Tag("cluster")
class CephRefreshTest {

  /** The servers carry a change upwards within about five seconds. */
  private static final long SETTLED = 6;

  /** A refresh looks again at the minute before the change that the one before it knew last. */
  private static final long MINUTE = 66;

  private static final int OBJECTS = 16;
  private static final int OBJECT = 4 << 20;
  private static final int ROUNDS = 3;
  private static final int STEPS = 40;

  @RegisterExtension
  static final TestbedExtension TESTBED =
      TestbedExtension.of(TestbedOptions.ceph(3, 2).withoutHadoop());

  private final Testbed testbed = TESTBED.testbed();

  @TempDir private Path scratch;

  /** An inventory that is only refreshed, of the same files by one kind of store. */
  private final class Look {
    private final Path inventory;
    private final Map<String, String> keys;

    Look(String name, Map<String, String> keys) {
      this.inventory = scratch.resolve(name);
      this.keys = keys;
    }

    String situ(Path at, String... words) {
      List<String> all = new ArrayList<>(List.of(words));
      all.addAll(List.of("--inventory", at.toString()));
      keys.forEach(
          (key, value) -> all.addAll(List.of("-D", "fs.situ.store.vol." + key + "=" + value)));
      List<String> call = BuiltSourceTree.situ(scratch.resolve("state"), all);
      return testbed.run("node1", call.toArray(String[]::new)).orThrow();
    }

    String situ(String... words) {
      return situ(inventory, words);
    }

    String locate() {
      return situ("locate", "situ://vol/moved/f");
    }

    void scan() {
      situ("scan", "situ://vol/tree");
    }

    void refresh() {
      situ("refresh");
    }

    /** Of a copy, for the cursor of a refresh is that of the refresh before it. */
    void assertAsScanned(long seed) {
      Path copy = scratch.resolve("copy");
      Commands.run("cp", "-a", inventory.toString(), copy.toString());
      situ(copy, "scan", "situ://vol/tree");
      assertThat(situ(copy, "diff")).as("seed %d, %s", seed, keys).isEmpty();
      Commands.run("rm", "-r", copy.toString());
    }
  }

  private List<Look> looks() {
    Map<String, String> mounted = new TreeMap<>(testbed.storeKeys());
    Map<String, String> mountless = new TreeMap<>(mounted);
    mountless.putAll(Map.of("driver", "ceph", "mount", "none", "root", "/"));
    return List.of(new Look("mounted", mounted), new Look("mountless", mountless));
  }

  @Test
  void refreshesFindAllThatARandomWriterDid() throws Exception {
    long seed = System.nanoTime();
    Writer writer =
        new Writer(Files.createDirectory(testbed.mount().resolve("tree")), new Random(seed));
    writer.twins();
    writer.steps(4 * STEPS);
    TimeUnit.SECONDS.sleep(MINUTE);
    Files.writeString(testbed.mount().resolve("tree/last"), "the last change before the scan");
    TimeUnit.SECONDS.sleep(SETTLED);
    List<Look> looks = looks();
    looks.forEach(Look::scan);

    writer.changeTwins();
    settle(looks, seed);
    for (int round = 0; round < ROUNDS; round++) {
      writer.steps(STEPS);
      looks.forEach(Look::refresh);
      writer.steps(STEPS / 4);
      settle(looks, seed);
    }
    TimeUnit.SECONDS.sleep(MINUTE);
    writer.steps(2);
    settle(looks, seed);
    TimeUnit.SECONDS.sleep(MINUTE);
    writer.changeTwins();
    settle(looks, seed);
  }

  /** Bytes are right whatever an inventory says; where they are, only a scan asks again. */
  @Test
  void placementThatMovedIsLearntByANewScan() throws Exception {
    byte[] bytes = new byte[OBJECTS * OBJECT];
    new Random(1).nextBytes(bytes);
    Path file = Files.createDirectory(testbed.mount().resolve("moved")).resolve("f");
    Files.write(file, bytes);
    Look look = new Look("before", testbed.storeKeys());
    look.situ("scan", "situ://vol/moved");
    String scanned = look.locate();
    assertThat(scanned).contains("node3");
    CephTool ceph = new CephTool(testbed);
    ceph.run("osd", "out", "2");
    try {
      Look after = new Look("after", testbed.storeKeys());
      Await.until(
          "have moved everything",
          () -> {
            after.situ("scan", "situ://vol/moved");
            return !after.locate().contains("node3");
          });
      look.situ("refresh");
      assertThat(look.locate()).isEqualTo(scanned);
      assertThat(Files.readAllBytes(file)).isEqualTo(bytes);
      look.situ("scan", "situ://vol/moved");
      assertThat(look.locate()).doesNotContain("node3").hasLineCount(OBJECTS);
    } finally {
      ceph.run("osd", "in", "2");
    }
  }

  private static void settle(List<Look> looks, long seed) throws InterruptedException {
    TimeUnit.SECONDS.sleep(SETTLED);
    looks.forEach(Look::refresh);
    looks.forEach(look -> look.assertAsScanned(seed));
  }

  /** Changes a tree at random, through the mount. */
  private record Writer(Path top, Random random) {

    /** A file with names in two directories, where nothing else happens. */
    void twins() throws IOException {
      Files.createDirectories(top.resolve("first"));
      Files.createDirectories(top.resolve("second"));
      Files.createLink(top.resolve("second/g"), Files.writeString(top.resolve("first/f"), "x"));
    }

    void changeTwins() throws IOException {
      Files.writeString(top.resolve("second/g"), "more", StandardOpenOption.APPEND);
    }

    void steps(int count) throws IOException {
      for (int i = 0; i < count; i++) {
        try {
          step(any());
        } catch (FileSystemException e) {
          // Most often there is nothing of that name.
        }
      }
    }

    private Path any() {
      Path path = top;
      for (int depth = 1 + random.nextInt(3); depth > 0; depth--) {
        path = path.resolve("n" + random.nextInt(5));
      }
      return path;
    }

    private void step(Path path) throws IOException {
      switch (random.nextInt(11)) {
        case 0, 1 -> Files.createDirectories(path);
        case 2, 3 -> Files.writeString(path, "x".repeat(random.nextInt(5000)));
        case 4 -> Files.writeString(path, "more", StandardOpenOption.APPEND);
        case 5 -> Files.delete(path);
        case 6 -> Files.move(path, any(), StandardCopyOption.ATOMIC_MOVE);
        case 7 -> Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rwx------"));
        case 8 -> Files.createSymbolicLink(path, Path.of("n" + random.nextInt(5)));
        default -> Files.createLink(path, any());
      }
    }
  }
}
