// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.process;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ProcessIdentityTest {

  private static final ProcessIdentity CURRENT = ProcessIdentity.current();

  private static ProcessIdentity with(String user, long pid, String machine, String started) {
    return new ProcessIdentity(user, CURRENT.host(), pid, machine, started);
  }

  @Test
  void thisProcessIsNotGone() {
    assertThat(CURRENT.isGone()).isFalse();
    assertThat(CURRENT.pid()).isEqualTo(ProcessHandle.current().pid());
  }

  @Test
  void oneThatHasEndedOrWhoseNumberAnotherHasIsGone() throws Exception {
    Process ended = new ProcessBuilder("true").start();
    ended.waitFor();

    assertThat(with(CURRENT.user(), ended.pid(), CURRENT.machine(), "1").isGone()).isTrue();
    assertThat(with(CURRENT.user(), CURRENT.pid(), CURRENT.machine(), "1").isGone()).isTrue();
  }

  @Test
  void whatCannotBeSeenIsNotGone() {
    assertThat(with("another", CURRENT.pid(), CURRENT.machine(), "1").isGone()).isFalse();
    assertThat(with(CURRENT.user(), CURRENT.pid(), "elsewhere", "1").isGone()).isFalse();
    assertThat(with(CURRENT.user(), CURRENT.pid(), "", "1").isGone()).isFalse();
    assertThat(with(CURRENT.user(), CURRENT.pid(), CURRENT.machine(), "").isGone()).isFalse();
  }
}
