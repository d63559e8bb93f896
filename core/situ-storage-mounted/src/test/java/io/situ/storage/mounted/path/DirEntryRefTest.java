// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.mounted.path;

import static org.assertj.core.api.Assertions.assertThat;

import io.situ.storage.mounted.nativelib.Errno;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Looks that fail as those of OrangeFS's kernel client do. */
final class DirEntryRefTest {

  private static Deque<Integer> answers(Integer... answers) {
    return new ArrayDeque<>(List.of(answers));
  }

  @Test
  void aFirstLookThatFailsIsFollowedByASecond() {
    Deque<Integer> answers = answers(-Errno.EIO, 0, 0);
    assertThat(DirEntryRef.settleLink(0, answers::remove)).isZero();
    assertThat(answers).hasSize(1);
  }

  @Test
  void aLookThatSucceedsIsTheOnlyOne() {
    Deque<Integer> answers = answers(0, 0);
    assertThat(DirEntryRef.settleLink(0, answers::remove)).isZero();
    assertThat(answers).hasSize(1);
  }

  @Test
  void aLinkThatWasMadeIsMadeWhateverTheLooksSay() {
    Deque<Integer> answers = answers(-Errno.EIO, -Errno.EIO);
    assertThat(DirEntryRef.settleLink(0, answers::remove)).isZero();
    assertThat(answers).isEmpty();
  }

  @Test
  void nothingIsLookedAtWhereNoLinkWasMade() {
    Deque<Integer> answers = answers(0);
    assertThat(DirEntryRef.settleLink(-Errno.EEXIST, answers::remove)).isEqualTo(-Errno.EEXIST);
    assertThat(answers).hasSize(1);
  }
}
