// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.situ.hdfs.attach.Attacher;
import io.situ.hdfs.attach.HdfsAttachService;
import io.situ.hdfs.cluster.AttachMain;
import io.situ.hdfs.cluster.AttachedTrees;
import io.situ.hdfs.cluster.LinkedCluster;
import io.situ.hdfs.cluster.LinkedClusterFixture;
import io.situ.hdfs.source.AttachSummary;
import io.situ.hdfs.source.AttachSummary.Count;
import io.situ.hdfs.source.AttachedTree;
import io.situ.hdfs.tree.Staging;
import io.situ.storage.StoreObject;
import java.io.IOException;
import java.nio.file.Files;
import java.util.EnumSet;
import java.util.Iterator;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.XAttrSetFlag;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.DFSTestUtil;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** An attach that is killed, in a process of its own, and called again. */
@Tag("hadoop-3.5")
class KilledAttachTest extends LinkedClusterFixture {

  /** One batch and a part of the next. */
  private static final int FILES = 256;

  /** Objects, directories among them, with which the first batch is made. */
  private static final int IN_THE_SECOND_BATCH = 263;

  /** Two batches and a part of the next. */
  private static final int MORE_FILES = 600;

  private static final int ALL = Integer.MAX_VALUE;

  private static void write(String root, int extra) throws IOException {
    write(root, FILES, extra);
  }

  private static void write(String root, int files, int extra) throws IOException {
    for (int i = 0; i < files; i++) {
      linked.write(root + "/" + i % 9 + "/file" + i, i + extra);
    }
  }

  private static Process start(String root, String target, int stopAt) throws IOException {
    Configuration conf = linked.cluster().getConfiguration(0);
    return AttachMain.start(scratch, conf, root, linked.hdfs().getUri() + target, stopAt);
  }

  private static void assertAsUndisturbed(String root, String target) throws IOException {
    new AttachedTrees(linked).assertAsUndisturbed(root, target);
  }

  /** Kills as soon as so many files are in the hidden directory, or when it is too late. */
  private static void killAt(Process process, String target, long files) throws Exception {
    long made = hidden(target);
    while (process.isAlive() && made < files) {
      process.waitFor(made == 0 ? 20 : 2, TimeUnit.MILLISECONDS);
      made = hidden(target);
    }
    process.destroyForcibly().waitFor();
  }

  private static long hidden(String target) throws IOException {
    long files = 0;
    for (String name : linked.names("/")) {
      if (name.matches("\\.situ-attach-\\d+-" + target.substring(1))) {
        files += linked.hdfs().getContentSummary(path("/" + name)).getFileCount();
      }
    }
    return files;
  }

  /** How many files in the hidden directory say what they were made of. */
  private static long whole(String target) throws IOException {
    long whole = 0;
    for (String name : linked.names("/")) {
      if (name.matches("\\.situ-attach-\\d+-" + target.substring(1))) {
        var files = linked.hdfs().listFiles(path("/" + name), true);
        while (files.hasNext()) {
          var marks = linked.hdfs().getXAttrs(files.next().getPath());
          whole += marks.containsKey(AttachedTrees.MARK) ? 1 : 0;
        }
      }
    }
    return whole;
  }

  private static org.apache.hadoop.fs.Path path(String name) {
    return new org.apache.hadoop.fs.Path(name);
  }

  @Tag("long")
  @ParameterizedTest
  @CsvSource({
    FILES + ",1,0",
    MORE_FILES + ",300,200",
    MORE_FILES + ",520,400",
    MORE_FILES + ",700,600"
  })
  void theNextOneTakesItUpWherever(int files, int stopAt, int killAt) throws Exception {
    String name = "killed-" + stopAt + "-" + killAt;
    String root = "/on12/" + name;
    String target = "/" + name;
    write(root.substring(1), files, 1);

    killAt(start(root, target, stopAt), target, killAt);

    assertThat(linked.names("/")).doesNotContain(name);
    AttachSummary summary = linked.attach(root, target);
    assertThat(summary.files()).isEqualTo(files);
    assertThat(summary.get(Count.RESUMED)).isBetween(0L, (long) files);
    assertAsUndisturbed(root, target);
  }

  @Test
  void theNextOneTakesItUpAndMakesNothingAgain() throws Exception {
    write("on2/made", 1);
    Process process = start("/on2/made", "/made", FILES);
    while (process.isAlive() && whole("/made") <= FILES / 2) {
      process.waitFor(100, TimeUnit.MILLISECONDS);
    }
    process.destroyForcibly().waitFor();

    AttachSummary summary = linked.attach("/on2/made", "/made");

    assertThat(summary.get(Count.RESUMED)).isGreaterThan(FILES / 2);
    assertAsUndisturbed("/on2/made", "/made");
  }

  /** Killed when its own hidden directory was marked, before it took up that of an earlier one. */
  @Test
  void whatAnEarlierOneMadeIsTakenUpAfterAnEmptyHiddenDirectory() throws Exception {
    DistributedFileSystem hdfs = linked.hdfs();
    AttachedTree tree = LinkedCluster.tree("/on2/empty");
    Staging first = Staging.open(hdfs, path("/empty"), tree);
    DFSTestUtil.writeFile(hdfs, path(first.path() + "/made"), "made");
    org.apache.hadoop.fs.Path empty = path("/.situ-attach-2-empty");
    hdfs.mkdirs(empty, new FsPermission(0700));
    hdfs.setXAttr(empty, "trusted.situ.staging", tree.toBytes(), EnumSet.of(XAttrSetFlag.CREATE));

    Staging next = Staging.open(hdfs, path("/empty"), tree);

    assertThat(next.isResumed()).isTrue();
    assertThat(linked.names(next.path())).containsExactly("made");
    assertThat(linked.names("/").stream().filter(name -> name.endsWith("-empty")))
        .containsExactly(".situ-attach-3-empty");
    next.delete();
  }

  @Test
  void theStoreChangesInBetween() throws Exception {
    write("on2/between", 1);
    killAt(start("/on2/between", "/between", IN_THE_SECOND_BATCH), "/between", 200);
    Files.delete(linked.home().resolve("on2/between/0/file0"));
    Files.delete(linked.home().resolve("on2/between/1/file1"));
    linked.write("on2/between/1/file1/now-a-directory", 3);
    linked.write("on2/between/2/file2", 5000);

    linked.attach("/on2/between", "/between");

    assertAsUndisturbed("/on2/between", "/between");
  }

  @Tag("long")
  @ParameterizedTest
  @ValueSource(ints = {FILES / 2, FILES - 1, FILES})
  void anUpdateThatIsKilled(int killAt) throws Exception {
    String name = "update-" + killAt;
    String root = "/on3/" + name;
    String target = "/" + name;
    write(root.substring(1), 1);
    linked.attach(root, target);
    write(root.substring(1), 2);
    Files.delete(linked.home().resolve(root.substring(1) + "/8/file8"));
    linked.write(root.substring(1) + "/new/file", 9);

    killAt(start(root, target, ALL), target, killAt);

    assertThat(linked.attach(root, target).files()).isEqualTo(FILES);
    assertAsUndisturbed(root, target);
  }

  @Test
  void whatIsNeverTakenUpGoesWithDetach() throws Exception {
    write("on2/never", 1);
    killAt(start("/on2/never", "/never", IN_THE_SECOND_BATCH), "/never", 200);
    assertThat(hidden("/never")).isPositive();

    try (HdfsAttachService attachService =
        HdfsAttachService.open(Map.of(), linked.hdfs().getUri() + "/never")) {
      assertThat(attachService.detach().cleared()).isTrue();
    }

    assertThat(linked.names("/")).noneMatch(entry -> entry.startsWith(".situ"));
  }

  /** As by Ctrl-C. */
  @Test
  void anAttachThatIsAskedToEndLetsTheLockGo() throws Exception {
    write("on2/asked", 1);
    Process process = start("/on2/asked", "/asked", IN_THE_SECOND_BATCH);
    while (process.isAlive() && hidden("/asked") < 200) {
      process.waitFor(20, TimeUnit.MILLISECONDS);
    }
    assertThat(linked.names("/")).contains(".situ-attach.lock");
    process.destroy();
    process.waitFor();

    assertThat(linked.names("/")).doesNotContain(".situ-attach.lock");
    linked.attach("/on2/asked", "/asked");
    assertAsUndisturbed("/on2/asked", "/asked");
  }

  @Test
  void whatAnotherTreeLeftIsNotTakenUp() throws Exception {
    write("on2/first", 1);
    write("on2/second", 2);
    killAt(start("/on2/first", "/mixed", IN_THE_SECOND_BATCH), "/mixed", 200);

    assertThat(linked.attach("/on2/second", "/mixed").get(Count.RESUMED)).isZero();

    assertAsUndisturbed("/on2/second", "/mixed");
  }

  @Test
  void anAttachWhoseHiddenDirectoryIsTakenAwayFails() throws Exception {
    write("on2/twice", 1);
    CountDownLatch detached = new CountDownLatch(1);
    ExecutorService thread = Executors.newSingleThreadExecutor();
    try (Attacher slow = new Attacher(linked.hdfs())) {
      AtomicInteger count = new AtomicInteger();
      Iterator<StoreObject> objects =
          LinkedCluster.objects(linked.cluster().getConfiguration(0), "/on2/twice").stream()
              .peek(object -> await(count.incrementAndGet() == IN_THE_SECOND_BATCH, detached))
              .iterator();
      Future<?> first =
          thread.submit(
              () -> slow.attach(LinkedCluster.tree("/on2/twice"), objects, path("/twice")));
      while (hidden("/twice") == 0) {
        Thread.sleep(5);
      }

      try (HdfsAttachService other = linked.attachService("/twice")) {
        assertThat(other.detach().cleared()).isTrue();
      }
      detached.countDown();

      assertThatThrownBy(first::get).hasMessageContaining("has taken away what '");
      linked.attach("/on2/twice", "/twice");
      assertAsUndisturbed("/on2/twice", "/twice");
    } finally {
      thread.shutdownNow();
    }
  }

  private static void await(boolean now, CountDownLatch latch) {
    if (now) {
      try {
        latch.await();
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }
  }
}
