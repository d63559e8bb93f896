// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.mounted.nativelib;

import static org.assertj.core.api.Assertions.assertThat;

import io.situ.storage.StoreException;
import io.situ.storage.StoreException.Kind;
import io.situ.storage.StorePath;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ErrnoTest {

  /** That alone is no reason to say that nothing is there. */
  @Test
  void whatItsServerDoesNotKnowMayBeThere() {
    StoreException failure = Errno.failure(-Errno.ESTALE, StorePath.of("/a"));

    assertThat(failure.kind()).isEqualTo(Kind.UNAVAILABLE);
    assertThat(Errno.isStale(failure)).isTrue();
    assertThat(Errno.isStale(Errno.failure(-Errno.ENOENT, StorePath.of("/a")))).isFalse();
    assertThat(Errno.isStale(Errno.notMade(-Errno.ESTALE, StorePath.of("/a/new")))).isTrue();
  }

  /** What Linux's clients of networked file systems say when a server is away. */
  @ParameterizedTest
  @ValueSource(ints = {100, 101, 107, 108, 110, 111, 112, 113})
  void aServerThatIsAwayIsNamedInTheMessageAndMayBeAskedAgain(int errno) {
    StoreException failure = Errno.failure(-errno, StorePath.of("/a"));

    assertThat(failure.kind()).isEqualTo(Kind.UNAVAILABLE);
    assertThat(failure)
        .hasMessageStartingWith("'/a': the file system")
        .hasMessageContaining("server");
  }
}
