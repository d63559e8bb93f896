// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.lock;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LockHolderTest {

  @Test
  void isReadFromItsClientName() {
    LockHolder holder = LockHolder.of("attach", "/a & b/%2F\n\u00e4");

    assertThat(holder.clientName()).matches("[\\w&%+.*-]+");
    assertThat(LockHolder.parse(holder.clientName())).contains(holder);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "DFSClient_NONMAPREDUCE_1_1",
        "situ-lock&attach",
        "situ-lock&attach&/x&root&host&pid&boot&1&2&id",
        "situ-lock&attach&/x&root&host&7&boot&1&99999999999999999&id",
        "situ-lock&attach&%zz&root&host&7&boot&1&2&id",
        "other&attach&/x&root&host&7&boot&1&2&id"
      })
  void otherClientNamesAreNone(String name) {
    assertThat(LockHolder.parse(name)).isEmpty();
  }

  @Test
  void isDescribedForPeople() {
    LockHolder holder = LockHolder.of("repair", "/data");

    assertThat(holder.description())
        .startsWith("'situ repair' of '/data' by " + System.getProperty("user.name"))
        .contains(", process " + ProcessHandle.current().pid() + " on ")
        .endsWith(" since " + holder.since());
  }
}
