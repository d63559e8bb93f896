// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.gluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.situ.driver.gluster.GlusterVolume.Brick;
import io.situ.driver.gluster.PathInfo.Copy;
import io.situ.storage.config.HostMapping;
import io.situ.storage.testkit.fault.DamagedBytes;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Texts as GlusterFS 10 gave them. */
final class PathInfoTest {

  private static final int MUTATIONS = 100_000;

  private static final GlusterVolume VOLUME = MetaGraph.twoSets("/b", "/b");

  private static String distributed(String path) {
    return "(<DISTRIBUTE:rep-dht> (<REPLICATE:rep-replicate-0> <POSIX(/b/1/rep):g1:/b/1/rep"
        + path
        + "> <POSIX(/b/2/rep):g2:/b/2/rep"
        + path
        + ">)) ";
  }

  private static PathInfo both(String path) {
    return new PathInfo(
        "rep-replicate-0",
        List.of(new Copy("/b/1/rep", "g1", path), new Copy("/b/2/rep", "g2", path)));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/x",
        "/dir/a b(1).txt",
        "/s> f",
        "/>",
        "/x>)) ",
        "/x> <POSIX(/b/2/rep):g2:/b/2/rep/y",
        "/line\nfeed> <x",
        "/(<REPLICATE:rep-replicate-1> z",
        "/a:b/c):d:e"
      })
  void anExpectedPathMayHoldAnything(String path) {
    assertThat(PathInfo.parse(distributed(path), VOLUME, path)).contains(both(path));
  }

  @Test
  void aVolumeWithOneSet() {
    String text = "(<REPLICATE:rep-replicate-0> <POSIX(/b/2/rep):g2:/b/2/rep/f>) ";
    assertThat(PathInfo.parse(text, VOLUME, "/f"))
        .contains(new PathInfo("rep-replicate-0", List.of(new Copy("/b/2/rep", "g2", "/f"))));
  }

  @Test
  void aVolumeWithoutSets() {
    PathInfo one = new PathInfo("", List.of(new Copy("/b", "g1", "/x")));
    assertThat(PathInfo.parse("<POSIX(/b):g1:/b/x> ", VOLUME, "/x")).contains(one);
    assertThat(PathInfo.parse("(<DISTRIBUTE:d-dht> <POSIX(/b):g1:/b/x>) ", VOLUME, "/x"))
        .contains(one);
  }

  @Test
  void bricksOfTheSamePathOnTwoHosts() {
    String text = "(<REPLICATE:rep-replicate-1> <POSIX(/b):h4:/b/x> <POSIX(/b):h3:/b/x>) ";
    PathInfo info = PathInfo.parse(text, VOLUME, "/x").orElseThrow();
    assertThat(info.copies()).hasSize(2);
    HostMapping noHosts = new HostMapping(Map.of());
    assertThat(info.brickOf(info.copies().get(0), VOLUME, noHosts))
        .contains(new Brick("h4", "/b", "rep-replicate-1", false));
    Copy stranger = new Copy("/b", "server9", "/x");
    assertThat(info.brickOf(stranger, VOLUME, noHosts)).isEmpty();
    HostMapping.Host node = new HostMapping.Host("node4", Optional.empty());
    assertThat(info.brickOf(stranger, VOLUME, new HostMapping(Map.of("server9", node, "h4", node))))
        .contains(new Brick("h4", "/b", "rep-replicate-1", false));
  }

  @Test
  void anotherNameOfTheFile() {
    assertThat(PathInfo.parse(distributed("/hard"), VOLUME, "/f")).contains(both("/hard"));
    String id = "/.glusterfs/b2/97/b2978546-37bd-4c39-adc3-40ed7e58937e";
    assertThat(PathInfo.parse(distributed(id), VOLUME, "/f")).contains(both(id));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "(",
        "<POSIX(/b):g1:/b/x",
        "<POSIX(/b):g1:/c/x> ",
        "<POSIX(/c):g1:/c/x> ",
        "<POSIX(/b)::/b/x> ",
        "<POSIX(/b):g1:/b/x> more",
        "(<REPLICATE:rep-replicate-1>) ",
        "(<REPLICATE:rep-replicate-1> <POSIX(/b):g1:/b/x> <POSIX(/b):g1:/b/x>) ",
        "(<DISTRIBUTE:d> <POSIX(/b):g1:/b/x> <POSIX(/b):g2:/b/x>) ",
        "(<STRIPE:d> <POSIX(/b):g1:/b/x>) ",
        "(<DISTRIBUTE:d> (d-layout (d-client-0 0 4294967295)))",
        "(<DISTRIBUTE:d> (d-dht-layout (d-replicate-0 0 2147483646)) (<REPLICATE:d-replicate-0> x))"
      })
  void whatIsNotUnderstoodIsNotTaken(String text) {
    assertThat(PathInfo.parse(text, VOLUME, "/x")).isEmpty();
  }

  @Test
  void anyTextIsOfCopiesOrIsNotTaken() {
    List<String> texts =
        List.of(
            distributed("/f"),
            distributed("/a> <POSIX(b):c:d"),
            "(<REPLICATE:rep-replicate-1> <POSIX(/b):h4:/b/f> <POSIX(/b):h3:/b/f>) ",
            "(<DISTRIBUTE:d-dht> <POSIX(/b):g1:/b/f>) ");
    List<String> bricks = VOLUME.bricks().stream().map(Brick::path).toList();
    DamagedBytes damage = new DamagedBytes(7);
    int taken = 0;
    for (int i = 0; i < MUTATIONS; i++) {
      byte[] text = texts.get(i % texts.size()).getBytes(StandardCharsets.ISO_8859_1);
      String damaged = new String(damage.copy(text), StandardCharsets.ISO_8859_1);
      Optional<PathInfo> info = PathInfo.parse(damaged, VOLUME, "/f");
      if (info.isPresent()) {
        taken++;
        assertThat(info.get().copies())
            .isNotEmpty()
            .allSatisfy(
                copy -> {
                  assertThat(copy.brick()).isIn(bricks);
                  assertThat(copy.host()).isNotEmpty();
                  assertThat(copy.path()).startsWith("/");
                });
      }
    }
    assertThat(taken).isBetween(1, MUTATIONS - 1);
  }

  @Test
  void anotherNameThatLooksLikeTheTextIsNotTakenForCopies() {
    String hostile = distributed("/h> <POSIX(/b/2/rep):g2:/b/2/rep/h");
    assertThat(PathInfo.parse(hostile, VOLUME, "/f")).isEmpty();
  }
}
