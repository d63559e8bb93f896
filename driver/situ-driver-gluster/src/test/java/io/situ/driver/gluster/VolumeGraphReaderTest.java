// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.gluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.situ.driver.gluster.GlusterVolume.Brick;
import io.situ.storage.StorePath;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Graphs of translators in the form in which a client shows them. */
final class VolumeGraphReaderTest {

  @TempDir private Path mount;

  private GlusterVolume read() throws IOException {
    return VolumeGraphReader.read(mount);
  }

  @Test
  void aVolumeOfReplicaSetsHasTheirBricks() throws IOException {
    MetaGraph.ofTwoSets(mount);

    assertThat(read()).isEqualTo(MetaGraph.twoSets("/b/3/rep", "/b/4/rep"));
    assertThat(read().isOneSet()).isFalse();
  }

  @ParameterizedTest
  @CsvSource({"arbiter-count, 1, true", "arbiter-count, 0, false", "thin-arbiter, h9:/t, true"})
  void theLastBrickOfASetMayBeAnArbiter(String option, String value, boolean arbiter)
      throws IOException {
    new MetaGraph(mount)
        .brick("arb-client-0", "h1", "/b")
        .brick("arb-client-1", "h2", "/b")
        .brick("arb-client-2", "h3", "/b")
        .translator(
            "arb-replicate-0", "cluster/replicate", "arb-client-0", "arb-client-1", "arb-client-2")
        .option("arb-replicate-0", option, value);

    assertThat(read().bricks()).extracting(Brick::arbiter).containsExactly(false, false, arbiter);
    assertThat(read().isOneSet()).isTrue();
  }

  @Test
  void aMountMayShowADirectoryOfAVolume() throws IOException {
    new MetaGraph(mount)
        .brick("d-client-0", "10.0.0.1", "/data/brick one")
        .option("d-client-0", "subdir-mount", "/below/it");

    assertThat(read())
        .isEqualTo(
            new GlusterVolume(
                Optional.empty(),
                "d",
                StorePath.of("/below/it"),
                true,
                OptionalLong.empty(),
                List.of(new Brick("10.0.0.1", "/data/brick one", "", false))));
  }

  @ParameterizedTest
  @ValueSource(strings = {"cluster/disperse", "cluster/stripe"})
  void filesOfAVolumeThatSplitsThemAreWholeNowhere(String type) throws IOException {
    new MetaGraph(mount)
        .brick("d-client-0", "h1", "/b")
        .brick("d-client-1", "h2", "/b")
        .translator("d-disperse-0", type, "d-client-0", "d-client-1");

    assertThat(read().whole()).isFalse();
    assertThat(read().isOneSet()).isFalse();
  }

  /** The state rounds the size in force; the option is exact and as it was at the mount. */
  @ParameterizedTest
  @CsvSource({
    "4MB, shard-block-size = 4.0MB, 4194304",
    "4194305, shard-block-size = 4.0MB, 4194305",
    "4MB, shard-block-size = 64.0MB, 67108864",
    "64MB, shard-block-size = 1.5GB, 1610612736",
    "'', shard-block-size = 64.0MB, 67108864",
    "16MB, inode-count = 0, 16777216",
    "'', inode-count = 0, 67108864"
  })
  void theSizeOfShardsIsThatInForce(String option, String state, long size) throws IOException {
    MetaGraph graph =
        new MetaGraph(mount)
            .brick("s-client-0", "h1", "/b")
            .translator("s-shard", "features/shard", "s-client-0")
            .state("s-shard", state);
    if (!option.isEmpty()) {
      graph.option("s-shard", "shard-block-size", option);
    }

    assertThat(read().shardSize()).hasValue(size);
    assertThat(read().isOneSet()).isFalse();
  }

  @Test
  void aSizeThatIsNoneIsRefused() throws IOException {
    new MetaGraph(mount)
        .brick("s-client-0", "h1", "/b")
        .translator("s-shard", "features/shard", "s-client-0")
        .option("s-shard", "shard-block-size", "large");

    assertThatThrownBy(this::read).isInstanceOf(IOException.class).hasMessageContaining("'large'");
  }

  @Test
  void aDirectoryWithoutAGraphOrBricksIsNoVolume() throws IOException {
    assertThatThrownBy(this::read).isInstanceOf(IOException.class);
    new MetaGraph(mount);
    assertThatThrownBy(this::read)
        .isInstanceOf(IOException.class)
        .hasMessageEndingWith("has no bricks");
    Files.delete(mount.resolve(".meta/graphs/active"));
    assertThatThrownBy(this::read).isInstanceOf(IOException.class);
  }
}
