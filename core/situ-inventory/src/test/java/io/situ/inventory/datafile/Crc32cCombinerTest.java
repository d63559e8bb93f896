// SPDX-License-Identifier: Apache-2.0
package io.situ.inventory.datafile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.Random;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;

class Crc32cCombinerTest {

  @Test
  void joinsTwoRangesAsIfReadInOne() {
    Random random = new Random(7);
    for (int i = 0; i < 500; i++) {
      byte[] bytes = new byte[random.nextInt(5000)];
      random.nextBytes(bytes);
      int cut = random.nextInt(bytes.length + 1);
      int first = crc(Arrays.copyOf(bytes, cut));
      int second = crc(Arrays.copyOfRange(bytes, cut, bytes.length));
      assertThat(Crc32cCombiner.combine(first, second, bytes.length - cut)).isEqualTo(crc(bytes));
    }
  }

  @Test
  void joinsChunksOfAnySize() {
    byte[] bytes = new byte[10_000];
    new Random(8).nextBytes(bytes);
    for (int chunk : new int[] {1, 7, 512, 4096, 9_999, 10_000, 20_000}) {
      int[] crcs = new int[(bytes.length + chunk - 1) / chunk];
      for (int i = 0; i < crcs.length; i++) {
        int end = Math.min(bytes.length, (i + 1) * chunk);
        crcs[i] = crc(Arrays.copyOfRange(bytes, i * chunk, end));
      }
      assertThat(Crc32cCombiner.combineChunks(crcs, chunk, bytes.length)).isEqualTo(crc(bytes));
    }
  }

  /** A length of many gigabytes, against the same length put together from halves. */
  @Test
  void joinsRangesTooLongToRead() {
    int zeros = crc(new byte[1 << 20]);
    long length = 1 << 20;
    for (int i = 0; i < 25; i++) {
      zeros = Crc32cCombiner.combine(zeros, zeros, length);
      length *= 2;
    }
    int joined =
        Crc32cCombiner.combine(Crc32cCombiner.combine(zeros, zeros, length), zeros, length);
    int other =
        Crc32cCombiner.combine(zeros, Crc32cCombiner.combine(zeros, zeros, length), 2 * length);
    assertThat(joined).isEqualTo(other);
  }

  @Test
  void refusesLengthsThatDoNotFit() {
    assertThatThrownBy(() -> Crc32cCombiner.combineChunks(new int[2], 10, 21))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> Crc32cCombiner.combine(1, 2, -1))
        .isInstanceOf(IllegalArgumentException.class);
    assertThat(Crc32cCombiner.combineChunks(new int[0], 10, 0)).isZero();
  }

  private static int crc(byte[] bytes) {
    CRC32C crc = new CRC32C();
    crc.update(bytes);
    return (int) crc.getValue();
  }
}
