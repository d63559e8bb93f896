// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.gluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.situ.storage.StorePath;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class GlusterVolumeTest {

  private static GlusterVolume volume(int bricks) {
    return new GlusterVolume(
        Optional.empty(),
        "v",
        StorePath.ROOT,
        true,
        OptionalLong.empty(),
        IntStream.range(0, bricks)
            .mapToObj(i -> new GlusterVolume.Brick("h" + i, "/b", "s" + i / 2, false))
            .toList());
  }

  @Test
  void aSmallCookieHasTheBrickAsTheRestOfADivision() {
    assertThat(volume(6).brickOf(6 * 1234 + 5)).hasValue(5);
    assertThat(volume(6).brickOf(6 * 1234)).hasValue(0);
  }

  @Test
  void aHugeCookieHasTheBrickInItsLowestBits() {
    long huge = 1L << 62 | 0x1234_5678_9ABCL << 8;
    assertThat(volume(6).brickOf(huge | 5)).hasValue(5);
    assertThat(volume(4).brickOf(huge | 3)).hasValue(3);
    assertThat(volume(5).brickOf(huge | 4)).hasValue(4);
    assertThat(volume(6).brickOf(0x4f7e_7124_3805_4d0bL)).hasValue(3);
    assertThat(volume(6).brickOf(0x7fff_ffff_ffff_fff9L)).hasValue(1);
  }

  @Test
  void theEndOfADirectoryHasNone() {
    assertThat(volume(6).brickOf(0)).isEmpty();
    assertThat(volume(6).brickOf(-1)).isEmpty();
  }

  @Test
  void theOnlyBrickIsEverywhere() {
    assertThat(volume(1).brickOf(77)).hasValue(0);
    assertThat(volume(1).brickOf(1L << 62 | 77)).hasValue(0);
  }
}
