// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.attach;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.situ.hdfs.cluster.BlockFiles;
import io.situ.hdfs.cluster.InterceptedNameNode;
import io.situ.hdfs.cluster.LinkedCluster;
import io.situ.hdfs.cluster.OwnClusterFixture;
import io.situ.hdfs.source.AttachObjects;
import io.situ.hdfs.source.AttachSummary;
import io.situ.hdfs.source.AttachSummary.Count;
import io.situ.hdfs.source.SkippedObject;
import io.situ.storage.Extent;
import io.situ.storage.Replica;
import io.situ.storage.StoreObject;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeoutException;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.DFSTestUtil;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.hdfs.protocol.Block;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.protocol.HdfsConstants.DatanodeReportType;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManagerTestUtil;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.test.GenericTestUtils;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is attached is looked at and repaired. */
@Tag("hadoop-3.4-long")
class RepairTest extends OwnClusterFixture {

  private static final int CUT = 2 << 20;
  private static final int UNPLACED = CUT + (1 << 20);

  private static List<BrokenFile> broken(String target) throws IOException {
    List<BrokenFile> broken = new ArrayList<>();
    try (HdfsAttachService attachService = linked.attachService(target)) {
      attachService.verify(broken::add, KnownChecksums.NONE);
    }
    return broken;
  }

  private static AttachStatus status(String target) throws IOException {
    try (HdfsAttachService attachService = linked.attachService(target)) {
      return attachService.status();
    }
  }

  private static AttachSummary repair(String target) throws IOException {
    try (HdfsAttachService attachService = linked.attachService(target)) {
      return attachService.repair();
    }
  }

  @Test
  void theStatusOfWhatIsInOrder() throws Exception {
    linked.write("on12/well/file", 3000);
    linked.write("on12/well/deep/file", 4000);
    linked.attach("/on12/well", "/well");
    DFSTestUtil.createFile(
        linked.hdfs(), new org.apache.hadoop.fs.Path("/well/ordinary"), 100, (short) 1, 1);

    AttachStatus status = status("/well");

    assertThat(status.tree().orElseThrow().uri()).isEqualTo("situ://data/on12/well");
    assertThat(status.files()).isEqualTo(2);
    assertThat(status.ordinary()).isEqualTo(1);
    assertThat(status.bytes()).isEqualTo(7000);
    assertThat(status.served()).isEqualTo(new AttachStatus.Served(0, 0, 2, 2, ""));
    assertThat(broken("/well")).isEmpty();
    assertThat(repair("/well").get(Count.UNCHANGED)).isEqualTo(2);
  }

  @Test
  void changedAndVanishedObjects() throws Exception {
    linked.write("on1/odd/changed", 3000);
    linked.write("on1/odd/vanished", 3000);
    linked.write("on1/odd/same", 3000);
    linked.attach("/on1/odd", "/odd");
    List<Long> blocks = linked.blocks("/odd/same");
    byte[] changed = linked.write("on1/odd/changed", 3001);
    Files.delete(linked.home().resolve("on1/odd/vanished"));

    assertThat(broken("/odd"))
        .extracting(BrokenFile::path, BrokenFile::kind)
        .containsExactlyInAnyOrder(
            org.assertj.core.groups.Tuple.tuple("/odd/changed", BrokenFile.Kind.CHANGED),
            org.assertj.core.groups.Tuple.tuple("/odd/vanished", BrokenFile.Kind.VANISHED));
    AttachSummary summary = repair("/odd");

    assertThat(summary.get(Count.CHANGED)).isEqualTo(1);
    assertThat(summary.get(Count.VANISHED)).isEqualTo(1);
    assertThat(linked.read("/odd/changed")).isEqualTo(changed);
    assertThat(linked.blocks("/odd/same")).isEqualTo(blocks);
    assertThat(linked.names("/odd")).contains("vanished");
    assertThat(broken("/odd")).extracting(BrokenFile::path).containsExactly("/odd/vanished");
  }

  @Test
  void oneFileAlone() throws Exception {
    linked.write("on1/alone/one", 3000);
    linked.write("on1/alone/two", 3000);
    linked.attach("/on1/alone", "/alone");
    byte[] one = linked.write("on1/alone/one", 3100);
    linked.write("on1/alone/two", 3100);

    assertThat(repair("/alone/one").get(Count.CHANGED)).isEqualTo(1);

    assertThat(linked.read("/alone/one")).isEqualTo(one);
    assertThat(broken("/alone")).extracting(BrokenFile::path).containsExactly("/alone/two");
    assertThat(linked.names("/alone")).containsExactlyInAnyOrder("one", "two");
  }

  @Test
  void aDataNodeThatLostItsDisk() throws Exception {
    byte[] bytes = linked.write("on3/disk/only", 3000);
    linked.write("on23/disk/both", 3000);
    linked.attach("/on3/disk", "/disk");
    linked.attach("/on23/disk", "/disks");
    List<Long> blocks = linked.blocks("/disk/only");
    // The NameNode itself would soon ask another DataNode for a copy.
    BlockManagerTestUtil.stopRedundancyThread(linked.cluster().getNamesystem().getBlockManager());
    MiniDFSCluster.DataNodeProperties stopped = linked.stopDataNode(2);
    loseBlocks(2);
    linked.startAgain(stopped);
    awaitLoss();

    assertThat(broken("/disk"))
        .extracting(BrokenFile::kind)
        .containsExactly(BrokenFile.Kind.UNSERVED);
    assertThat(repair("/disk").files()).isEqualTo(1);
    assertThat(repair("/disks").get(Count.REPAIRED)).isEqualTo(1);

    assertThat(linked.read("/disk/only")).isEqualTo(bytes);
    assertThat(linked.hosts("/disk/only")).containsExactly("node3");
    assertThat(linked.hosts("/disks/both")).containsExactly("node2", "node3");
    assertThat(linked.blocks("/disk/only")).isEqualTo(blocks);
  }

  /** The NameNode only adds what the first report after a start names; the next one takes away. */
  private static void awaitLoss() throws Exception {
    List<AttachStatus.Served> seen = new ArrayList<>();
    try {
      GenericTestUtils.waitFor(
          () -> {
            seen.clear();
            try {
              linked.cluster().triggerBlockReports();
              seen.add(status("/disk").served());
              seen.add(status("/disks").served());
            } catch (IOException e) {
              throw new UncheckedIOException(e);
            }
            return seen.get(0).nowhere() == 1 && seen.get(1).fewer() == 1;
          },
          100,
          60_000);
    } catch (TimeoutException e) {
      throw new AssertionError("the last that was seen: " + seen, e);
    }
  }

  private static void loseBlocks(int node) throws IOException {
    for (int volume = 0; volume < 2; volume++) {
      Path current = linked.cluster().getInstanceStorageDir(node, volume).toPath();
      for (Path file : BlockFiles.named(current, "blk_.*|replicas")) {
        Files.delete(file);
      }
    }
  }

  @Test
  void theGlobalInformationFile() throws Exception {
    linked.write("on12/table/file", 3000);
    linked.write("on12/table/odd\tname", 10);
    linked.write("on12/table/empty", 0);
    linked.attach("/on12/table", "/table");
    try (HdfsAttachService attachService = linked.attachService("/table")) {
      assertThat(attachService.writeInformation("/table.tsv")).isEqualTo(4);
      assertThat(attachService.writeInformation("/table.tsv")).isEqualTo(4);
    }

    String home = linked.home().toRealPath().toString();
    String block = "blk_" + linked.blocks("/table/file").get(0);
    String odd = "blk_" + linked.blocks("/table/odd\tname").get(0);
    assertThat(new String(linked.read("/table.tsv")).lines())
        .containsExactlyInAnyOrder(
            "File Name\tPre-calculated Block Name\tReplica Location\tAbsolute Path\tFile Size"
                + "\tBlock Offset\tBlock Length",
            row("/table/file", block, "node1", home + "/on12/table/file", "3000"),
            row("/table/file", block, "node2", home + "/on12/table/file", "3000"),
            row("/table/odd\\tname", odd, "node1", home + "/on12/table/odd\\tname", "10"),
            row("/table/odd\\tname", odd, "node2", home + "/on12/table/odd\\tname", "10"));
  }

  @Test
  void theGlobalInformationFileIsItsOwnersAlone() throws Exception {
    linked.write("on1/private/file", 10);
    linked.attach("/on1/private", "/private");
    org.apache.hadoop.fs.Path hidden = new org.apache.hadoop.fs.Path("/.private.tsv.situ-new");
    org.apache.hadoop.fs.Path table = new org.apache.hadoop.fs.Path("/private.tsv");
    linked.hdfs().create(hidden).close();
    try (HdfsAttachService attachService = linked.attachService("/private")) {
      attachService.writeInformation("/private.tsv");
      assertThat(linked.hdfs().getFileStatus(table).getPermission().toShort())
          .isEqualTo((short) 0600);

      linked.hdfs().setPermission(table, new FsPermission((short) 0640));
      attachService.writeInformation("/private.tsv");
      assertThat(linked.hdfs().getFileStatus(table).getPermission().toShort())
          .as("the owner's own word stays")
          .isEqualTo((short) 0640);

      linked.hdfs().setPermission(table, new FsPermission((short) 0666));
      linked.hdfs().setOwner(table, "another", null);
      attachService.writeInformation("/private.tsv");
      assertThat(linked.hdfs().getFileStatus(table).getPermission().toShort())
          .as("a file that another user put there")
          .isEqualTo((short) 0600);
      assertThat(linked.hdfs().exists(hidden)).isFalse();
    }
  }

  private static String row(String file, String block, String host, String path, String size) {
    return String.join("\t", file, block, host, path, size, "0", size);
  }

  @Test
  void blocksStayWhereTheyAreWhileTheirPlacementIsNotKnown() throws Exception {
    List<StoreObject> objects =
        attachUnplaced("/unplaced", List.of("node1", "node2"), List.of("node3"));
    List<Long> blocks = linked.blocks("/unplaced/file");

    assertThat(repair("/unplaced").get(Count.UNCHANGED)).isEqualTo(1);
    assertThat(attach("/unplaced", objects).get(Count.UNCHANGED)).isEqualTo(1);

    assertThat(linked.blocks("/unplaced/file")).isEqualTo(blocks);
    assertThat(linked.hosts("/unplaced/file")).containsExactly("node1", "node2", "node3");
    assertThat(linked.read("/unplaced/file")).isEqualTo(LinkedCluster.bytes(UNPLACED));
  }

  /**
   * Attaches a file of two blocks. The file of placements names nothing of its tree.
   *
   * @return the objects as the store reports them, without placement
   */
  private static List<StoreObject> attachUnplaced(
      String tree, List<String> first, List<String> second) throws IOException {
    linked.write(tree.substring(1) + "/file", UNPLACED);
    List<StoreObject> objects = LinkedCluster.objects(linked.cluster().getConfiguration(0), tree);
    assertThat(objects.get(1).extents()).isEmpty();
    List<Extent> extents =
        List.of(
            new Extent(0, CUT, first.stream().map(Replica::on).toList()),
            new Extent(CUT, UNPLACED - CUT, second.stream().map(Replica::on).toList()));
    attach(tree, List.of(objects.get(0), objects.get(1).withExtents(extents)));
    assertThat(linked.blocks(tree + "/file")).hasSize(2);
    return objects;
  }

  /**
   * This process learns no placement, as where the monitors of Ceph answer its user alone: what an
   * inventory says of it is not given up.
   */
  @Test
  void objectsThatTheDataNodesOfAnInventoryRefuseAreLeftOut() throws Exception {
    List<StoreObject> objects = new ArrayList<>();
    for (String name : List.of("on1-a", "on3-a", "on3-b", "on9-a", "on9-b")) {
      linked.write("scanned/" + name, UNPLACED);
    }
    for (StoreObject object :
        LinkedCluster.objects(linked.cluster().getConfiguration(0), "/scanned")) {
      assertThat(object.extents()).isEmpty();
      String name = object.path().name();
      objects.add(
          object.isFile()
              ? object.withExtents(
                  List.of(new Extent(0, UNPLACED, List.of(Replica.on("node" + name.charAt(2))))))
              : object);
    }
    List<String> leftOut = new ArrayList<>();
    DataNode node = linked.dataNode("node3");

    AttachSummary summary;
    try (Closeable unmounted = LinkedCluster.withoutStores(node);
        HdfsAttachService service = linked.attachService("/scanned")) {
      summary =
          service.attach(
              LinkedCluster.tree("/scanned").of("1"),
              AttachObjects.of(objects.iterator()),
              object -> leftOut.add(object.path()));
      assertThat(service.snapshot()).isEmpty();
    }

    assertThat(leftOut)
        .containsExactlyInAnyOrder(
            "/scanned/on3-a", "/scanned/on3-b", "/scanned/on9-a", "/scanned/on9-b");
    assertThat(summary.get(Count.LEFT_OUT)).isEqualTo(4);
    assertThat(linked.names("/scanned")).containsExactly("on1-a");
  }

  /** Its host has left HDFS, or has nothing of it any more, since the inventory was made. */
  @ParameterizedTest
  @ValueSource(strings = {"node3", "node9"})
  void anObjectThatHasMovedSinceAScanIsAttachedWhereItIsNow(String before) throws Exception {
    String tree = "/on1/moved-from-" + before;
    linked.write(tree.substring(1) + "/file", 3000);
    List<StoreObject> objects = new ArrayList<>();
    for (StoreObject object : LinkedCluster.objects(linked.cluster().getConfiguration(0), tree)) {
      objects.add(
          object.isFile()
              ? object.withExtents(List.of(new Extent(0, 3000, List.of(Replica.on(before)))))
              : object);
    }

    AttachSummary summary;
    try (Closeable unmounted = LinkedCluster.withoutStores(linked.dataNode("node3"))) {
      summary = attach(tree, objects);
    }

    assertThat(summary.get(Count.LEFT_OUT)).isZero();
    assertThat(linked.hosts(tree + "/file")).containsExactly("node1");
  }

  private static AttachSummary attach(String tree, List<StoreObject> objects) throws IOException {
    try (HdfsAttachService service = linked.attachService(tree)) {
      return service.attach(LinkedCluster.tree(tree), objects.iterator());
    }
  }

  /** The DataNode that is the first to be asked for the lost block refuses it. */
  @Test
  void theOtherBlockStaysWhereItIsWhenALostOneIsNotLinkedAgain() throws Exception {
    DatanodeInfo first =
        linked.hdfs().getClient().getNamenode().getDatanodeReport(DatanodeReportType.LIVE)[0];
    List<String> others = new ArrayList<>(List.of("node1", "node2", "node3"));
    assertThat(others.remove(first.getHostName())).isTrue();
    attachUnplaced("/unplaced-lost", others, List.of(first.getHostName()));
    DataNode node =
        linked.cluster().getDataNodes().stream()
            .filter(each -> each.getDatanodeUuid().equals(first.getDatanodeUuid()))
            .findFirst()
            .orElseThrow();
    ExtendedBlock lost = located("/unplaced-lost/file").get(1).getBlock();
    node.getFSDataset().invalidate(lost.getBlockPoolId(), new Block[] {lost.getLocalBlock()});
    GenericTestUtils.waitFor(() -> isLost("/unplaced-lost/file"), 100, 60_000);

    try (Closeable unmounted = LinkedCluster.withoutStores(node)) {
      assertThat(repair("/unplaced-lost").get(Count.CHANGED)).isEqualTo(1);
    }

    assertThat(linked.blocks("/unplaced-lost/file")).hasSize(2);
    assertThat(linked.hosts("/unplaced-lost/file"))
        .hasSize(3)
        .startsWith(others.toArray(String[]::new))
        .doesNotContain(first.getHostName());
    assertThat(linked.read("/unplaced-lost/file")).isEqualTo(LinkedCluster.bytes(UNPLACED));
  }

  private static List<LocatedBlock> located(String file) throws IOException {
    return linked.hdfs().getClient().getLocatedBlocks(file, 0).getLocatedBlocks();
  }

  private static boolean isLost(String file) {
    try {
      linked.cluster().triggerDeletionReports();
      return located(file).get(1).getLocations().length == 0;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void bothBlocksStayWhereTheyAreWhenOneIsTakenForBad() throws Exception {
    attachUnplaced("/unplaced-bad", List.of("node1", "node2"), List.of("node3"));
    LocatedBlock bad = located("/unplaced-bad/file").get(1);
    linked.hdfs().getClient().reportBadBlocks(new LocatedBlock[] {bad});
    assertThat(located("/unplaced-bad/file").get(1).isCorrupt()).isTrue();

    assertThat(repair("/unplaced-bad").get(Count.CHANGED)).isEqualTo(1);

    assertThat(linked.blocks("/unplaced-bad/file")).hasSize(2);
    assertThat(linked.hosts("/unplaced-bad/file")).containsExactly("node1", "node2", "node3");
    assertThat(linked.read("/unplaced-bad/file")).isEqualTo(LinkedCluster.bytes(UNPLACED));
  }

  /** As with a store that is not mounted there any more. */
  @Test
  void aBlockThatIsTakenForBadGoesToAnotherDataNodeWhereItsOwnRefusesIt() throws Exception {
    attachUnplaced("/unplaced-refused", List.of("node1", "node2"), List.of("node3"));
    LocatedBlock bad = located("/unplaced-refused/file").get(1);
    linked.hdfs().getClient().reportBadBlocks(new LocatedBlock[] {bad});
    DataNode node = linked.cluster().getDataNodes().get(2);
    assertThat(node.getDatanodeUuid()).isEqualTo(bad.getLocations()[0].getDatanodeUuid());

    try (Closeable unmounted = LinkedCluster.withoutStores(node)) {
      assertThat(repair("/unplaced-refused").get(Count.CHANGED)).isEqualTo(1);
    }

    assertThat(linked.blocks("/unplaced-refused/file")).hasSize(2);
    assertThat(linked.hosts("/unplaced-refused/file"))
        .hasSize(3)
        .startsWith("node1", "node2")
        .doesNotContain("node3");
    assertThat(linked.read("/unplaced-refused/file")).isEqualTo(LinkedCluster.bytes(UNPLACED));
  }

  /** HDFS does not know yet that the DataNode of the other block cannot link it. */
  @Test
  void aFileThatIsRepairedKeepsItsBlocksWhereAnyOfThemIsRefused() throws Exception {
    attachUnplaced("/unplaced-both", List.of("node1", "node3"), List.of("node2"));
    LocatedBlock bad = located("/unplaced-both/file").get(1);
    linked.hdfs().getClient().reportBadBlocks(new LocatedBlock[] {bad});
    DataNode node = linked.dataNode("node1");

    try (Closeable unmounted = LinkedCluster.withoutStores(node)) {
      assertThat(repair("/unplaced-both").get(Count.CHANGED)).isEqualTo(1);
    }

    assertThat(linked.blocks("/unplaced-both/file")).hasSize(2);
    assertThat(linked.hosts("/unplaced-both/file")).containsExactly("node3", "node3");
    assertThat(linked.read("/unplaced-both/file")).isEqualTo(LinkedCluster.bytes(UNPLACED));
  }

  /** They need not be gone. */
  @Test
  void filesBelowADirectoryThatMayNotBeLookedAtAreLeftOut() throws Exception {
    linked.write("on1/denied/seen", 3000);
    linked.write("on1/denied/shut/one", 3000);
    linked.write("on1/denied/shut/deep/two", 3000);
    linked.attach("/on1/denied", "/denied");
    Map<String, String> settings = LinkedCluster.keys(linked.cluster().getConfiguration(0));
    settings.remove("fs.situ.store.data.placement.file");
    settings.put("fs.situ.store.data.driver", "denied");
    List<SkippedObject> leftOut = new ArrayList<>();

    AttachSummary summary;
    try (HdfsAttachService service =
        HdfsAttachService.open(settings, linked.hdfs().getUri() + "/denied")) {
      summary = service.repair(leftOut::add);
    }

    assertThat(leftOut)
        .containsExactly(new SkippedObject("/on1/denied/shut", "may not be looked at"));
    assertThat(summary.get(Count.VANISHED)).isZero();
    assertThat(summary.get(Count.LEFT_OUT)).isEqualTo(3);
    assertThat(summary.get(Count.UNCHANGED)).isEqualTo(1);
  }

  /** After it was listed, and while it is made again. */
  @ParameterizedTest
  @ValueSource(strings = {"getLocatedFileInfo", "complete"})
  void aFileThatIsDeletedWhileItIsRepairedStaysDeleted(String call) throws Exception {
    String name = "deleted-" + call;
    linked.write("on1/" + name + "/same", 3000);
    linked.write("on1/" + name + "/deleted", 3000);
    linked.attach("/on1/" + name, "/" + name);
    linked.write("on1/" + name + "/deleted", 3001);
    Path pause = scratch.resolve("pause-" + name);
    Map<String, String> settings =
        InterceptedNameNode.settings(linked, scratch.resolve("calls"), call + ":before", pause);
    ExecutorService thread = Executors.newSingleThreadExecutor();
    try (HdfsAttachService service =
        HdfsAttachService.open(settings, linked.hdfs().getUri() + "/" + name)) {
      Future<AttachSummary> repair = thread.submit(() -> service.repair());
      GenericTestUtils.waitFor(() -> Files.exists(pause) || repair.isDone(), 5, 60_000);
      linked.hdfs().delete(new org.apache.hadoop.fs.Path("/" + name + "/deleted"), false);
      Files.delete(pause);

      assertThat(repair.get().files()).isEqualTo(1);
    } finally {
      thread.shutdownNow();
    }
    assertThat(linked.names("/" + name)).containsExactly("same");
  }

  @Test
  void nothingThere() {
    assertThatThrownBy(() -> status("/nowhere")).hasMessage("'/nowhere' is not there in HDFS");
  }
}
