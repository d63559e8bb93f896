// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.gluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.situ.storage.StorePath;
import io.situ.storage.mount.Mount;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The state of the translator that distributes names, in the form in which a client shows it. */
final class UnreachableSubvolumesTest {

  @TempDir private Path directory;
  private UnreachableSubvolumes unreachable;

  @BeforeEach
  void mount() {
    unreachable =
        new UnreachableSubvolumes(
            new Mount(1, StorePath.of(directory.toString()), "fuse.glusterfs", "h1:/rep", "rw"));
  }

  private static String[] state(int first, int second) {
    return new String[] {
      "subvol_cnt = 2",
      "subvolumes[0] = cluster/replicate.rep-replicate-0",
      "subvolume_status[0] = " + first,
      "subvolumes[1] = cluster/replicate.rep-replicate-1",
      "subvolume_status[1] = " + second,
      "search_unhashed = 1",
      "gen = 4"
    };
  }

  @Test
  void theBricksOfASetThatIsAwayAreNamed() throws IOException {
    MetaGraph graph = MetaGraph.ofTwoSets(directory);

    graph.state("rep-dht", state(1, 1));
    assertThat(unreachable.bricks()).isEmpty();
    graph.state("rep-dht", state(1, 0));
    assertThat(unreachable.bricks()).containsExactly("h3:/b/3/rep", "h4:/b/4/rep");
    graph.state("rep-dht", state(0, 0));
    assertThat(unreachable.bricks()).hasSize(4);
    graph.state("rep-dht", state(1, 1));
    assertThat(unreachable.bricks()).isEmpty();
  }

  @Test
  void aBrickWithoutCopiesIsNamedByItself() throws IOException {
    new MetaGraph(directory)
        .brick("d-client-0", "h1", "/b/1/d")
        .brick("d-client-1", "h2", "/b/2/d")
        .translator("d-dht", "cluster/distribute", "d-client-0", "d-client-1")
        .state(
            "d-dht",
            "subvol_cnt = 2",
            "subvolumes[0] = protocol/client.d-client-0",
            "subvolume_status[0] = 0",
            "subvolumes[1] = protocol/client.d-client-1",
            "subvolume_status[1] = 1");

    assertThat(unreachable.bricks()).containsExactly("h1:/b/1/d");
  }

  @Test
  void aVolumeOfOneSetDistributesNothing() throws IOException {
    new MetaGraph(directory)
        .brick("r-client-0", "h1", "/b")
        .brick("r-client-1", "h2", "/b")
        .translator("r-replicate-0", "cluster/replicate", "r-client-0", "r-client-1");

    assertThat(unreachable.bricks()).isEmpty();
  }

  /** As while the client replaces its graph. */
  @Test
  void aGraphThatIsNotThereNamesNoneUntilItIs() throws IOException {
    assertThat(unreachable.bricks()).isEmpty();
    MetaGraph graph = MetaGraph.ofTwoSets(directory).state("rep-dht", state(0, 1));
    assertThat(unreachable.bricks()).containsExactly("h1:/b/1/rep", "h2:/b/2/rep");

    Path active = directory.resolve(".meta/graphs/active");
    Path name = Files.readSymbolicLink(active);
    Files.delete(active);
    assertThat(unreachable.bricks()).isEmpty();
    Files.createSymbolicLink(active, name);
    graph.state("rep-dht", state(1, 0));
    assertThat(unreachable.bricks()).containsExactly("h3:/b/3/rep", "h4:/b/4/rep");
  }

  @Test
  void aStateWithoutTheNameOfAPartNamesNone() {
    assertThat(UnreachableSubvolumes.away("")).isEmpty();
    assertThat(UnreachableSubvolumes.away("subvolume_status[0] = 0\n")).isEmpty();
    assertThat(
            UnreachableSubvolumes.away(
                "subvolumes[12] = cluster/disperse.d-disperse-12\nsubvolume_status[12] = 0\n"
                    + "subvolumes[1] = cluster/disperse.d-disperse-1\nsubvolume_status[1] = 10\n"))
        .containsExactly("d-disperse-12");
  }
}
