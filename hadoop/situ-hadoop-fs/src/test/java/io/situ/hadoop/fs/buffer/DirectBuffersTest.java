// SPDX-License-Identifier: Apache-2.0
package io.situ.hadoop.fs.buffer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DirectBuffersTest {

  private final DirectBuffers buffers = new DirectBuffers();

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 4096, 4097, 65_536, 100_000, DirectBuffers.LARGEST})
  void lendsEnoughRoomAndLendsTheSameAgain(int size) {
    ByteBuffer first = buffers.acquire(size);
    assertThat(first.isDirect()).isTrue();
    assertThat(first.capacity()).isBetween(size, Math.max(4096, 2 * size));
    first.position(first.limit());
    buffers.release(first);
    ByteBuffer second = buffers.acquire(size);
    assertThat(second).isSameAs(first);
    assertThat(second.position()).isZero();
    assertThat(buffers.acquire(size)).isNotSameAs(first);
  }

  @Test
  void refusesMoreThanTheLargest() {
    assertThatThrownBy(() -> buffers.acquire(DirectBuffers.LARGEST + 1))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
