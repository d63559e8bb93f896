// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.gluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.situ.driver.gluster.GlusterVolume.Brick;
import io.situ.storage.Replica;
import io.situ.storage.StoreException;
import io.situ.storage.StoreException.Kind;
import io.situ.storage.StorePath;
import io.situ.storage.config.HostMapping;
import io.situ.storage.config.StoreConfig;
import io.situ.storage.diagnostics.StoreWarnings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** On texts of the form that GlusterFS 10 gives; no volume is mounted. */
final class ReplicaLocatorTest {

  private static final String GFID = "b2978546-37bd-4c39-adc3-40ed7e58937e";
  private static final String HOST_ID = "6cd7c7f1-0f0b-4c2b-8f43-8a1f6c1f3b1a";
  private static final int CHECK_EVERY = 200;

  private static final List<Brick> FIRST =
      List.of(
          new Brick("h1", "/b/1/rep", "rep-replicate-0", false),
          new Brick("h2", "/b/2/rep", "rep-replicate-0", false));
  private static final List<Brick> SECOND =
      List.of(
          new Brick("h3", "/b/3/rep", "rep-replicate-1", false),
          new Brick("h4", "/b/4/rep", "rep-replicate-1", false));
  private static final GlusterVolume TWO_SETS =
      volume(Stream.concat(FIRST.stream(), SECOND.stream()).toList());
  private static final GlusterVolume ONE_SET = volume(FIRST);
  private static final GlusterVolume ARBITER =
      volume(
          List.of(
              new Brick("h1", "/b", "rep-replicate-0", false),
              new Brick("h2", "/b", "rep-replicate-0", false),
              new Brick("h3", "/b", "rep-replicate-0", true)));

  @TempDir private Path directory;
  @TempDir private Path scratch;

  private final StoreWarnings notices = new StoreWarnings();
  private Map<String, HostMapping.Host> hosts = Map.of();
  private String heal = "off";
  private FakeVolume files;
  private ReplicaLocator locator;

  @BeforeEach
  void open() throws StoreException {
    files = new FakeVolume(directory);
  }

  @AfterEach
  void close() throws StoreException {
    files.close();
  }

  private static GlusterVolume volume(List<Brick> bricks) {
    return new GlusterVolume(
        Optional.empty(), "rep", StorePath.ROOT, true, OptionalLong.empty(), bricks);
  }

  /** What is reported of a file whose copies are on {@code set}. */
  private static String pathinfo(List<Brick> set, String path) {
    StringBuilder text =
        new StringBuilder("(<DISTRIBUTE:rep-dht> (<REPLICATE:" + set.get(0).set() + ">");
    for (Brick brick : set) {
      text.append(copy(brick, brick.host(), path));
    }
    return text + ")) ";
  }

  private static String copy(Brick brick, String host, String path) {
    return " <POSIX(" + brick.path() + "):" + host + ":" + brick.path() + path + ">";
  }

  private void report(String path, String text) {
    files.put(path, ReplicaLocator.PATHINFO, text);
  }

  /** Sets what {@code gluster volume heal} says: bricks, each followed by what is within it. */
  private void heal(String... bricks) throws IOException {
    StringBuilder text = new StringBuilder("<cliOutput><healInfo><bricks>");
    for (String brick : bricks) {
      int end = brick.indexOf(' ');
      text.append("<brick><name>").append(brick, 0, end).append("</name>");
      text.append(brick.substring(end + 1)).append("</brick>");
    }
    text.append("</bricks></healInfo><opRet>0</opRet></cliOutput>");
    heal = Files.writeString(scratch.resolve("heal.xml"), text).toString();
  }

  private ReplicaLocator locator() throws StoreException {
    if (locator == null) {
      StoreConfig config = new StoreConfig("vol", Map.of("heal.info", heal)).withNotices(notices);
      locator =
          new ReplicaLocator(
              new HostMapping(hosts),
              SelfHealSource.of(config),
              new VolumeCache(FakeVolume.mount(directory), notices));
    }
    return locator;
  }

  private ReplicaLocator.Place place(String path) {
    return place(path, OptionalInt.empty());
  }

  private ReplicaLocator.Place place(String path, OptionalInt brick) {
    return new ReplicaLocator.Place(files, StorePath.of(path), StorePath.ROOT, brick);
  }

  private List<Replica> replicas(GlusterVolume volume, String path) throws StoreException {
    return sorted(locator().of(volume, place(path), 7));
  }

  private static List<Replica> sorted(List<Replica> replicas) {
    return replicas.stream().sorted(Comparator.comparing(Replica::host)).toList();
  }

  private static Replica replica(String host, String path) {
    return new Replica(host, Optional.empty(), 1, Optional.of(path));
  }

  @Test
  void copiesAreOnTheHostsThatTheEnginesKnow() throws StoreException {
    hosts =
        Map.of(
            "h1",
            new HostMapping.Host("node1", Optional.of("/r1")),
            "h2",
            HostMapping.Host.of("node2"));
    report("/d/f", pathinfo(FIRST, "/d/f"));

    assertThat(replicas(TWO_SETS, "/d/f"))
        .containsExactly(
            new Replica("node1", Optional.of("/r1"), 1, Optional.of("/b/1/rep/d/f")),
            replica("node2", "/b/2/rep/d/f"));
  }

  /** As where the brick's host was probed by an address, and calls itself by its identifier. */
  @Test
  void aHostThatGivesItsIdentifierIsNamedAsTheVolumeNamesIt() throws StoreException {
    report(
        "/f",
        "(<REPLICATE:rep-replicate-0>"
            + copy(FIRST.get(0), HOST_ID, "/f")
            + copy(FIRST.get(1), "g2", "/f")
            + ") ");

    assertThat(replicas(TWO_SETS, "/f"))
        .containsExactly(replica("g2", "/b/2/rep/f"), replica("h1", "/b/1/rep/f"));
  }

  @Test
  void aHostIsAlsoMappedByTheNameOfItsBrick() throws StoreException {
    hosts = Map.of("h1", HostMapping.Host.of("node1"));
    report("/f", "(<REPLICATE:rep-replicate-0>" + copy(FIRST.get(0), "g1", "/f") + ") ");

    assertThat(replicas(TWO_SETS, "/f")).containsExactly(replica("node1", "/b/1/rep/f"));
  }

  @Test
  void theOrderDiffersFromFileToFileOnly() throws StoreException {
    List<String> first = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      String path = "/f" + i;
      report(path, pathinfo(FIRST, path));
      List<Replica> replicas = locator().of(TWO_SETS, place(path), 7);
      assertThat(locator().of(TWO_SETS, place(path), 7)).isEqualTo(replicas).hasSize(2);
      first.add(replicas.get(0).host());
    }
    assertThat(first).contains("h1", "h2");
  }

  @Test
  void twoCopiesOnOneHostAreOneReplica() throws StoreException {
    hosts = Map.of("h1", HostMapping.Host.of("node"), "h2", HostMapping.Host.of("node"));
    report("/f", pathinfo(FIRST, "/f"));

    assertThat(replicas(TWO_SETS, "/f")).containsExactly(replica("node", "/b/1/rep/f"));
  }

  @Test
  void namesOfAnyBytesAreFound() throws StoreException {
    String name = "/gr\u00fc\u00df " + StorePath.decode(new byte[] {(byte) 0xfc, '>'});
    String bytes = "/gr\u00c3\u00bc\u00c3\u009f \u00fc>";
    report(name, pathinfo(FIRST, bytes));

    assertThat(replicas(TWO_SETS, name))
        .containsExactly(replica("h1", "/b/1/rep" + name), replica("h2", "/b/2/rep" + name));
  }

  /** A file of a store whose root is a directory of the volume. */
  private ReplicaLocator.Place below() {
    return new ReplicaLocator.Place(
        files, StorePath.of("/f"), StorePath.of("/below"), OptionalInt.empty());
  }

  @Test
  void whatPrecedesTheStoresPathsInTheVolumeIsExpected() throws StoreException {
    report("/f", pathinfo(FIRST, "/below/f"));

    assertThat(sorted(locator().of(TWO_SETS, below(), 7)))
        .containsExactly(replica("h1", "/b/1/rep/below/f"), replica("h2", "/b/2/rep/below/f"));
  }

  @Test
  void anArbiterIsNeverOffered() throws StoreException {
    report("/f", pathinfo(ARBITER.bricks(), "/f"));

    assertThat(replicas(ARBITER, "/f"))
        .containsExactly(replica("h1", "/b/f"), replica("h2", "/b/f"));
    assertThat(notices.sentences()).isEmpty();
  }

  @Test
  void whereACopyMayBeTheArbitersNoneIsOffered() throws StoreException {
    report(
        "/f",
        "(<REPLICATE:rep-replicate-0>"
            + copy(ARBITER.bricks().get(0), "h1", "/f")
            + copy(ARBITER.bricks().get(1), "stranger", "/f")
            + ") ");

    assertThat(replicas(ARBITER, "/f")).isEmpty();
    assertThat(notices.sentences())
        .singleElement()
        .asString()
        .contains("a brick's host calls itself stranger")
        .endsWith("name both in hosts.file");
    assertThat(notices.anyFault()).isTrue();
  }

  @Test
  void aCopyThatWaitsForHealingIsNotOffered() throws IOException {
    heal(
        "h1:/b/1/rep <file gfid=\"" + GFID + "\">/stale</file><status>Connected</status>",
        "h2:/b/2/rep <status>Connected</status>");
    files.put("/stale", "glusterfs.gfid.string", GFID);
    files.put("/fine", "glusterfs.gfid.string", "00000000-0000-4000-8000-000000000001");
    report("/stale", pathinfo(FIRST, "/stale"));
    report("/fine", pathinfo(FIRST, "/fine"));

    assertThat(replicas(TWO_SETS, "/stale")).containsExactly(replica("h1", "/b/1/rep/stale"));
    assertThat(replicas(TWO_SETS, "/fine")).hasSize(2);
  }

  @Test
  void aCopyOnABrickThatIsDownIsNotOffered() throws IOException {
    heal(
        "h1:/b/1/rep <status>Transport endpoint is not connected</status>",
        "h2:/b/2/rep <status>Connected</status>");
    files.put("/f", "glusterfs.gfid.string", GFID);
    report("/f", pathinfo(FIRST, "/f"));

    assertThat(replicas(TWO_SETS, "/f")).containsExactly(replica("h2", "/b/2/rep/f"));
  }

  @Test
  void inASplitBrainNoCopyIsOffered() throws IOException {
    String listed = " <file gfid=\"" + GFID + "\">/f</file><status>Connected</status>";
    heal("h1:/b/1/rep" + listed, "h2:/b/2/rep" + listed);
    files.put("/f", "glusterfs.gfid.string", GFID);
    report("/f", pathinfo(FIRST, "/f"));

    assertThat(replicas(TWO_SETS, "/f")).isEmpty();
  }

  @Test
  void whetherHealingIsKnownDependsOnSetsAndAnswers() throws IOException {
    GlusterVolume plain = volume(List.of(new Brick("h1", "/b", "", false)));
    assertThat(locator().knowsHealing(plain)).isTrue();
    assertThat(locator().knowsHealing(ONE_SET)).isFalse();

    locator = null;
    heal("h1:/b/1/rep <status>Connected</status>");
    assertThat(locator().knowsHealing(ONE_SET)).isTrue();
  }

  @Test
  void anotherNameOfTheFileIsTaken() throws IOException {
    Path file = Files.writeString(directory.resolve("f"), "x");
    Files.createLink(directory.resolve("hard"), file);
    Files.writeString(directory.resolve("other"), "x");
    long identity = files.stat(StorePath.of("/f"), false).version().identity();

    report("/f", pathinfo(FIRST, "/hard"));
    assertThat(sorted(locator().of(TWO_SETS, place("/f"), identity)))
        .containsExactly(replica("h1", "/b/1/rep/hard"), replica("h2", "/b/2/rep/hard"));
    report("/f", pathinfo(FIRST, "/other"));
    assertThat(locator().of(TWO_SETS, place("/f"), identity)).isEmpty();
    report("/f", pathinfo(FIRST, "/gone"));
    assertThat(locator().of(TWO_SETS, place("/f"), identity)).isEmpty();
  }

  @Test
  void aCopyThatIsKnownByItsIdentifierOnlyIsTakenIfThatIsTheFiles() throws StoreException {
    files.put("/f", "glusterfs.gfid.string", GFID);
    report("/f", pathinfo(FIRST, "/.glusterfs/b2/97/" + GFID));
    assertThat(replicas(TWO_SETS, "/f")).extracting(Replica::host).containsExactly("h1", "h2");

    for (String other : List.of("00000000-0000-4000-8000-000000000001", "", "b2")) {
      files.put("/f", "glusterfs.gfid.string", other);
      assertThat(replicas(TWO_SETS, "/f")).isEmpty();
    }
  }

  @Test
  void aNameBelowAnotherDirectoryThanTheMountsIsNotTaken() throws StoreException {
    report("/f", pathinfo(FIRST, "/beside/f"));

    assertThat(locator().of(TWO_SETS, below(), 7)).isEmpty();
  }

  /** Directories of a second name can look like the text around it, which is then cut there. */
  @ParameterizedTest
  @ValueSource(strings = {"/d/.", "/d/..", "/d/../f"})
  void aNameThatIsNoPathIsNotTaken(String cut) throws StoreException {
    report(
        "/f",
        "(<REPLICATE:rep-replicate-0>"
            + copy(FIRST.get(0), "h1", cut)
            + copy(FIRST.get(1), "any", "/f")
            + ") ");

    assertThat(replicas(TWO_SETS, "/f")).isEmpty();
  }

  @Test
  void aTextThatIsNotUnderstoodIsReportedOnce() throws StoreException {
    report("/f", "(<TIER:rep-tier> <POSIX(/b):h1:/b/f>) ");
    report("/g", "(<TIER:rep-tier> <POSIX(/b):h1:/b/g>) ");

    assertThat(replicas(TWO_SETS, "/f")).isEmpty();
    assertThat(replicas(TWO_SETS, "/g")).isEmpty();
    assertThat(notices.sentences())
        .singleElement()
        .asString()
        .contains(
            "in a form that this version does not know: (<TIER:rep-tier> <POSIX(/b):h1:/b/f>)");
  }

  @ParameterizedTest
  @EnumSource(
      value = Kind.class,
      names = {"NOT_FOUND", "NO_ATTRIBUTE", "UNSUPPORTED", "UNAVAILABLE", "FAILED"})
  void aFileThatCannotBeAskedForHasNoKnownPlace(Kind kind) throws StoreException {
    files.fail("/f", kind);

    assertThat(replicas(TWO_SETS, "/f")).isEmpty();
  }

  @Test
  void thatAUserMayNotAskIsReported() {
    files.fail("/f", Kind.PERMISSION_DENIED);

    assertThatThrownBy(() -> replicas(TWO_SETS, "/f"))
        .isInstanceOfSatisfying(
            StoreException.class, e -> assertThat(e.kind()).isEqualTo(Kind.PERMISSION_DENIED));
  }

  private void healthy() throws IOException {
    heal(
        Stream.of(1, 2, 3, 4)
            .map(i -> "h" + i + ":/b/" + i + "/rep <status>Connected</status>")
            .toArray(String[]::new));
  }

  @Test
  void onAVolumeOfOneSetFewFilesOfADirectoryAreAskedFor() throws IOException {
    healthy();
    for (int i = 0; i <= CHECK_EVERY; i++) {
      String path = "/d/f" + i;
      report(path, pathinfo(FIRST, path));
      assertThat(replicas(ONE_SET, path))
          .containsExactly(replica("h1", "/b/1/rep/d/f" + i), replica("h2", "/b/2/rep/d/f" + i));
    }
    assertThat(files.questions()).as("the first, and one to see").isEqualTo(2);
    report("/e/f", pathinfo(FIRST, "/e/f"));
    replicas(ONE_SET, "/e/f");
    assertThat(files.questions()).as("another directory").isEqualTo(3);
  }

  @Test
  void filesThatWereListedOnOneBrickLieTogether() throws IOException {
    healthy();
    for (int i = 0; i < 20; i++) {
      String path = "/d/f" + i;
      List<Brick> set = i % 2 == 0 ? FIRST : SECOND;
      report(path, pathinfo(set, path));
      List<Replica> replicas = locator().of(TWO_SETS, place(path, OptionalInt.of(i % 2)), 7);
      assertThat(sorted(replicas))
          .extracting(Replica::host)
          .containsExactly(set.get(0).host(), set.get(1).host());
    }
    assertThat(files.questions()).isEqualTo(2);
  }

  @Test
  void whereItIsNotKnownWhatWaitsEachFileIsAskedFor() throws StoreException {
    for (int i = 0; i < 10; i++) {
      report("/d/f" + i, pathinfo(FIRST, "/d/f" + i));
      assertThat(replicas(ONE_SET, "/d/f" + i)).hasSize(2);
    }
    assertThat(files.questions()).isEqualTo(10);
  }

  @Test
  void whileACopyWaitsEachFileIsAskedFor() throws IOException {
    heal(
        "h1:/b/1/rep <file gfid=\"" + GFID + "\">/x</file><status>Connected</status>",
        "h2:/b/2/rep <status>Connected</status>");
    for (int i = 0; i < 10; i++) {
      files.put("/d/f" + i, "glusterfs.gfid.string", "00000000-0000-4000-8000-00000000000" + i);
      report("/d/f" + i, pathinfo(FIRST, "/d/f" + i));
      assertThat(replicas(ONE_SET, "/d/f" + i)).hasSize(2);
    }
    assertThat(files.questions()).isEqualTo(10);
  }

  @Test
  void aFileThatLiesElsewhereThanItsNeighboursEndsTheTrust() throws IOException {
    healthy();
    OptionalInt brick = OptionalInt.of(0);
    report("/d/f", pathinfo(FIRST, "/d/f"));
    locator().of(TWO_SETS, place("/d/f", brick), 7);
    report("/d/moved", pathinfo(SECOND, "/d/moved"));
    for (int i = 1; i < CHECK_EVERY; i++) {
      locator().of(TWO_SETS, place("/d/f", brick), 7);
    }
    assertThat(files.questions()).isEqualTo(1);

    assertThat(sorted(locator().of(TWO_SETS, place("/d/moved", brick), 7)))
        .extracting(Replica::host)
        .containsExactly("h3", "h4");
    assertThat(notices.sentences())
        .singleElement()
        .asString()
        .contains("files of a directory are not where others are, so each is asked for: /d/0");
    assertThat(sorted(locator().of(TWO_SETS, place("/d/f", brick), 7)))
        .extracting(Replica::host)
        .containsExactly("h1", "h2");
    assertThat(files.questions()).isEqualTo(3);
  }

  @Test
  void whatWasFoundOnOneVolumeIsNotUsedOnAnother() throws IOException {
    healthy();
    report("/d/f", pathinfo(FIRST, "/d/f"));
    replicas(ONE_SET, "/d/f");
    GlusterVolume grown =
        volume(
            List.of(
                FIRST.get(0), FIRST.get(1), new Brick("h5", "/b/5/rep", "rep-replicate-0", false)));
    replicas(grown, "/d/f");
    assertThat(files.questions()).isEqualTo(2);
  }
}
