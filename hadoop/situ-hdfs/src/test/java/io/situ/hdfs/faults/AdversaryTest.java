// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.faults;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.situ.hdfs.attach.Attacher;
import io.situ.hdfs.attach.HdfsAttachService;
import io.situ.hdfs.attach.KnownChecksums;
import io.situ.hdfs.cluster.HdfsUsers;
import io.situ.hdfs.cluster.LinkedCluster;
import io.situ.hdfs.cluster.UntouchedObjects;
import io.situ.storage.StoreObject;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.DFSTestUtil;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.io.TempDir;

/**
 * An ordinary user of store and HDFS creates, links, renames, marks and deletes at random while
 * trees are attached, repaired, verified and detached: no other user's file is changed, and nothing
 * gets readable to that user that was not. To do what a failed run did, set the system property
 * {@code situ.seed} to the seed that it names; threads may meet otherwise.
 */
@Tag("hadoop-3.5")
@Tag("servers")
class AdversaryTest {

  private static final int ROUNDS = 10;
  private static final int MORE_ROUNDS = 25;
  private static final int NAMES = 4;
  private static final String SECRET = "the secret of bob";
  private static final String ROOT = "/on1/tree";
  private static final String OPEN = "/open";
  private static final String TARGET = OPEN + "/tree";
  private static final String ADVERSARY = "daemon";

  @TempDir private Path scratch;

  private final List<String> done = Collections.synchronizedList(new ArrayList<>());
  private final UntouchedObjects objects = new UntouchedObjects();
  private LinkedCluster linked;
  private HdfsUsers users;
  private Random random;
  private long victim;

  @Test
  void nothingOfOthersIsChangedOrShown(TestReporter reporter) throws Exception {
    run(ROUNDS, reporter);
  }

  @Tag("long")
  @RepeatedTest(4)
  void nothingOfOthersIsChangedOrShownInOtherHistories(TestReporter reporter) throws Exception {
    run(MORE_ROUNDS, reporter);
  }

  private void run(int rounds, TestReporter reporter) throws Exception {
    assumeTrue("root".equals(System.getProperty("user.name")), "gives files to others: needs root");
    long seed = Long.getLong("situ.seed", System.nanoTime());
    reporter.publishEntry("situ.seed", Long.toString(seed));
    random = new Random(seed);
    try (LinkedCluster cluster = new LinkedCluster(scratch)) {
      linked = cluster;
      users = new HdfsUsers(cluster);
      begin();
      attack(rounds, new Random(seed + 1));
    } catch (Exception | AssertionError e) {
      throw new AssertionError("situ.seed=" + seed + ", did " + done, e);
    }
  }

  private Path store(String place) {
    return linked.home().resolve("on1/tree" + place);
  }

  private static org.apache.hadoop.fs.Path path(String text) {
    return new org.apache.hadoop.fs.Path(text);
  }

  private void begin() throws Exception {
    write("/bob/secret.txt", SECRET, "bin");
    write("/bob/deep/secret.txt", SECRET, "bin");
    write("/alice/sub/secret.txt", "of alice", ADVERSARY);
    write("/alice/bobs/secret.txt", SECRET, "bin");
    mode("/bob", "rwx------");
    mode("/alice/bobs", "rwx------");
    own("/bob", "bin");
    own("/bob/deep", "bin");
    own("/alice/bobs", "bin");
    own("/alice", ADVERSARY);
    own("/alice/sub", ADVERSARY);
    objects.addAll(store("/bob"));
    DistributedFileSystem hdfs = linked.hdfs();
    hdfs.mkdirs(path(OPEN));
    hdfs.setPermission(path(OPEN), new FsPermission(0777));
    DFSTestUtil.writeFile(hdfs, path(OPEN + "/victim/file"), "of bob");
    hdfs.setOwner(path(OPEN + "/victim"), "bin", "bin");
    victim = hdfs.getClient().getFileInfo(OPEN + "/victim/file").getFileId();
    linked.attach(ROOT, TARGET);
  }

  private void write(String place, String text, String owner) throws IOException {
    Files.createDirectories(store(place).getParent());
    Files.writeString(store(place), text);
    mode(place, "rw-r--r--");
    own(place, owner);
  }

  private void mode(String place, String mode) throws IOException {
    Files.setPosixFilePermissions(store(place), PosixFilePermissions.fromString(mode));
  }

  private void own(String place, String owner) throws IOException {
    var users = store(place).getFileSystem().getUserPrincipalLookupService();
    Files.setOwner(store(place), users.lookupPrincipalByName(owner));
  }

  private interface Step {
    void run() throws Exception;
  }

  private void attack(int rounds, Random mine) throws Exception {
    AtomicBoolean ended = new AtomicBoolean();
    Thread inStore = new Thread(() -> repeat(ended, () -> inStore(mine)));
    Thread inHdfs =
        new Thread(
            () -> {
              try {
                Random other = new Random(mine.nextLong());
                users.as(
                    ADVERSARY,
                    hdfs -> {
                      repeat(ended, () -> inHdfs(hdfs, other));
                      return null;
                    });
              } catch (Exception e) {
                done.add("the adversary ended: " + e);
              }
            });
    inStore.start();
    inHdfs.start();
    try {
      for (int i = 0; i < rounds; i++) {
        administer();
        check();
      }
    } finally {
      ended.set(true);
      inStore.join();
      inHdfs.join();
    }
    check();
    assertThat(done).noneMatch(step -> step.startsWith("the adversary ended"));
  }

  /** What an adversary may not do, or what is gone by then, is refused; that is right. */
  private void repeat(AtomicBoolean ended, Step step) {
    while (!ended.get()) {
      try {
        step.run();
      } catch (IOException e) {
        continue;
      } catch (Exception e) {
        done.add("the adversary ended: " + e);
        return;
      }
    }
  }

  /** In HDFS also a directory of another; in the store see docs/guide/limitations.md. */
  private String name(Random mine, int names) {
    return List.of("/sub", "/own", "/x", "/bobs").get(mine.nextInt(names));
  }

  private void inStore(Random mine) throws IOException {
    Path here = store("/alice" + name(mine, NAMES));
    Path there = store("/alice" + name(mine, NAMES));
    switch (mine.nextInt(6)) {
      case 0 -> {
        Files.writeString(here, "of alice", java.nio.file.StandardOpenOption.CREATE_NEW);
      }
      case 1 -> Files.createSymbolicLink(here, Path.of("../bob"));
      case 2 -> Files.createSymbolicLink(here, Path.of("../bob/secret.txt"));
      case 3 -> Files.createDirectory(here);
      case 4 -> Files.move(here, there);
      default -> {
        if (!Files.isDirectory(here, java.nio.file.LinkOption.NOFOLLOW_LINKS)) {
          Files.delete(here);
        }
      }
    }
  }

  private void inHdfs(DistributedFileSystem hdfs, Random mine) throws IOException {
    org.apache.hadoop.fs.Path here = path(TARGET + "/alice" + name(mine, NAMES));
    org.apache.hadoop.fs.Path there = path(TARGET + "/alice" + name(mine, NAMES));
    String hidden = OPEN + "/.situ-attach-" + (1 + mine.nextInt(40)) + "-tree";
    byte[] mark =
        ("1\tdata\t"
                + SECRET.length()
                + "\t0\t0\t0\t"
                + SECRET.length()
                + "\t"
                + ROOT
                + "/bob/secret.txt")
            .getBytes(UTF_8);
    switch (mine.nextInt(10)) {
      case 0 -> {
        try (var out = hdfs.create(here, false)) {
          out.write(SECRET.toUpperCase().getBytes(UTF_8));
        }
        hdfs.setXAttr(here, "user.situ.object", mark);
      }
      case 1 -> hdfs.setXAttr(here, "user.situ.object", mark);
      case 2 -> hdfs.rename(here, there);
      case 3 -> hdfs.mkdirs(here, new FsPermission(0777));
      case 4 -> hdfs.setPermission(here, new FsPermission(0777));
      case 5 -> hdfs.delete(here, true);
      case 6 -> hdfs.mkdirs(path(hidden + "/tree/alice"), new FsPermission(0777));
      case 7 -> hdfs.rename(path(OPEN + "/victim"), path(hidden));
      case 8 -> hdfs.rename(path(hidden), path(OPEN + "/victim"));
      default -> plunder(hdfs, mine);
    }
  }

  /** Moves what is being made, or all that is attached, and back. */
  private static void plunder(DistributedFileSystem hdfs, Random mine) throws IOException {
    for (FileStatus status : hdfs.listStatus(path(OPEN))) {
      if (mine.nextInt(3) == 0) {
        hdfs.rename(status.getPath(), path(OPEN + "/away"));
        hdfs.rename(path(OPEN + "/away"), status.getPath());
      }
    }
  }

  /** What is refused because of the adversary is refused in one sentence. */
  private void administer() throws Exception {
    int what = random.nextInt(5);
    done.add(List.of("attach", "repair", "verify", "attach of an old list", "detach").get(what));
    try (HdfsAttachService attachService = linked.attachService(TARGET);
        Attacher attacher = new Attacher(linked.hdfs(), object -> {})) {
      List<StoreObject> list = LinkedCluster.objects(linked.cluster().getConfiguration(0), ROOT);
      switch (what) {
        case 1 -> attachService.repair(object -> {});
        case 2 -> attachService.verify(broken -> {}, KnownChecksums.NONE);
        case 4 -> attachService.detach();
        default -> {
          if (what == 3) {
            attachService.verify(broken -> {}, KnownChecksums.NONE);
          }
          attacher.attach(LinkedCluster.tree(ROOT), list.iterator(), path(TARGET));
        }
      }
    } catch (IOException e) {
      done.add(String.valueOf(e.getMessage()));
    }
  }

  private void check() throws Exception {
    objects.check();
    users.as(
        ADVERSARY,
        hdfs -> {
          look(hdfs, path("/"));
          return null;
        });
    try (InputStream in = linked.hdfs().open(path("/.reserved/.inodes/" + victim))) {
      assertThat(new String(in.readAllBytes(), UTF_8)).isEqualTo("of bob");
    }
  }

  /** Reads all that this user may read. */
  private void look(DistributedFileSystem hdfs, org.apache.hadoop.fs.Path directory) {
    try {
      for (FileStatus status : hdfs.listStatus(directory)) {
        if (status.isDirectory()) {
          look(hdfs, status.getPath());
        } else {
          String text = read(hdfs, status.getPath());
          assertThat(text).as(status.getPath().toString()).doesNotContain(SECRET);
        }
      }
    } catch (IOException e) {
      // Not for this user, or not there any more.
      return;
    }
  }

  private static String read(DistributedFileSystem hdfs, org.apache.hadoop.fs.Path file) {
    try (InputStream in = hdfs.open(file)) {
      return new String(in.readAllBytes(), UTF_8);
    } catch (IOException e) {
      return "";
    }
  }
}
