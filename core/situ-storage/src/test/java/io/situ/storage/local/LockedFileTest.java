// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LockedFileTest {

  @TempDir private Path scratch;
  private Path file;

  @BeforeEach
  void name() {
    file = scratch.resolve("lock");
  }

  private Process start(String... more) throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin/java").toString(),
            "-XX:TieredStopAtLevel=1",
            "-XX:+UseSerialGC",
            "-cp",
            Path.of("target/test-classes").toAbsolutePath().toString(),
            LockAttempt.class.getName(),
            file.toString());
    builder.command().addAll(java.util.List.of(more));
    return builder.redirectError(ProcessBuilder.Redirect.INHERIT).start();
  }

  private String seenByAnotherProcess() throws Exception {
    Process process = start();
    String seen = process.inputReader().readLine();
    process.waitFor();
    return seen;
  }

  @Test
  void aSecondAttemptOfTheSameProcessLeavesTheFirstOnesLock() throws Exception {
    LockedFile held = LockedFile.tryLock(file).orElseThrow();
    Path link = Files.createSymbolicLink(scratch.resolve("link"), file);

    assertThat(LockedFile.tryLock(file)).isEmpty();
    assertThat(LockedFile.tryLock(link)).isEmpty();
    assertThat(seenByAnotherProcess()).isEqualTo("locked");
    assertThat(held.isHeld()).isTrue();

    held.close();
    held.close();
    assertThat(seenByAnotherProcess()).isEqualTo("free");
    LockedFile.tryLock(file).orElseThrow().close();
  }

  @Test
  void nothingIsCreatedOrLockedThroughALink() throws Exception {
    Path link = Files.createSymbolicLink(scratch.resolve("link"), file);
    for (boolean there : new boolean[] {false, true}) {
      assertThat(Files.exists(file)).isEqualTo(there);
      assertThatThrownBy(() -> LockedFile.tryLock(link))
          .isInstanceOf(IOException.class)
          .hasMessageContaining(link.toString());
      assertThat(Files.exists(file)).isEqualTo(there);
      LockedFile.tryLock(file).orElseThrow().close();
    }
  }

  @Test
  void anAttemptLeavesTheLockOfOtherCodeOfTheProcess() throws Exception {
    try (FileChannel other =
        FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
      assertThat(other.tryLock()).isNotNull();

      assertThat(LockedFile.tryLock(file)).isEmpty();
      assertThat(seenByAnotherProcess()).isEqualTo("locked");
    }
  }

  @Test
  void whatAnotherProcessHasIsNotHad() throws Exception {
    Process other = start("wait");
    assertThat(other.inputReader().readLine()).isEqualTo("free");

    assertThat(LockedFile.tryLock(file)).isEmpty();
    other.outputWriter().close();
    other.waitFor();
    LockedFile.tryLock(file).orElseThrow().close();
  }

  @Test
  void aLockThatWasTakenAwayIsNotHeld() throws Exception {
    LockedFile held = LockedFile.tryLock(file).orElseThrow();
    // Closing any descriptor of the file drops the locks, as an evicted client's are.
    FileChannel.open(file, StandardOpenOption.WRITE).close();
    Process other = start("wait");
    assertThat(other.inputReader().readLine()).isEqualTo("free");

    assertThat(held.isHeld()).isFalse();
    other.outputWriter().close();
    other.waitFor();
    held.close();
  }

  @Test
  void aLockOnAFileThatLostItsNameIsNotHeld() throws Exception {
    LockedFile held = LockedFile.tryLock(file).orElseThrow();
    Files.move(file, scratch.resolve("aside"));

    assertThat(held.isHeld()).isFalse();
    Optional<LockedFile> second = LockedFile.tryLock(file);
    assertThat(second).isPresent();
    assertThat(held.isHeld()).isFalse();
    second.get().close();
    held.close();
  }
}
