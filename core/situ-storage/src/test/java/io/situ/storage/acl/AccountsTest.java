// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.acl;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AccountsTest {

  @TempDir private Path scratch;

  private NssUserLookup accounts(String script) throws Exception {
    return new NssUserLookup(write(script).toString(), "passwd", Duration.ZERO);
  }

  private Path write(String script) throws Exception {
    Path command = Files.writeString(scratch.resolve("getent"), "#!/bin/sh\n" + script + "\n");
    return Files.setPosixFilePermissions(command, PosixFilePermissions.fromString("rwx------"));
  }

  @Test
  void rootHasANameEverywhere() {
    assertThat(NssUserLookup.users().name(0)).isEqualTo("root");
    assertThat(NssUserLookup.users().id("root")).hasValue(0);
    assertThat(NssUserLookup.users().name(3_999_999)).isEqualTo("3999999");
  }

  @Test
  void aNumberIsNoNameForGoodWhereTheServiceFailed() throws Exception {
    NssUserLookup accounts = accounts("exit 1");
    assertThat(accounts.name(7)).isEqualTo("7");
    assertThat(accounts.id("seven")).isEmpty();

    write("echo seven:x:7:7::/:; exit 2");
    accounts.prefetch(List.of(7, 8));
    assertThat(accounts.name(7)).isEqualTo("seven");
    assertThat(accounts.name(8)).isEqualTo("8");
    assertThat(accounts.id("seven")).hasValue(7);
  }

  @Test
  void aServiceThatFailedIsNotAskedForEachFile() throws Exception {
    Path asked = scratch.resolve("asked");
    Path command = write("echo >> '" + asked + "'; exit 1");
    NssUserLookup accounts = new NssUserLookup(command.toString(), "passwd", Duration.ofHours(1));
    accounts.name(7);
    accounts.name(8);
    assertThat(asked).hasContent("\n");
  }

  @Test
  void aThreadThatIsInterruptedCostsOthersNothing() throws Exception {
    Path command = write("echo seven:x:7:7::/:");
    NssUserLookup accounts = new NssUserLookup(command.toString(), "passwd", Duration.ofHours(1));
    Thread.currentThread().interrupt();
    accounts.prefetch(List.of(7));
    assertThat(Thread.interrupted()).isTrue();

    assertThat(accounts.name(7)).isEqualTo("seven");
  }
}
