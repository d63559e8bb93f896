// SPDX-License-Identifier: Apache-2.0
package io.situ.testbed.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProcessRecordTest {

  @TempDir Path folder;

  @Test
  void knowsAProcessUntilItEnds() throws Exception {
    ProcessRecord record = record();
    Process process = start(record);
    Await.until("write the record", record::alive);

    assertThat(record.pid()).contains(process.pid());
    record.end();
    process.waitFor();
    assertThat(record.alive()).isFalse();
  }

  @Test
  void doesNotTakeALaterProcessWithTheSameIdForItsOwn() throws Exception {
    ProcessRecord record = record();
    Process process = start(record);
    Await.until("write the record", record::alive);
    String[] fields = Files.readString(record.file()).split(" ");
    fields[21] = Long.toString(Long.parseLong(fields[21]) - 1);
    Files.writeString(record.file(), String.join(" ", fields));

    assertThat(record.alive()).isFalse();
    record.end();
    assertThat(process.isAlive()).isTrue();
    process.destroyForcibly().waitFor();
  }

  @Test
  void doesNotStartAProgramThatItCannotRecord() throws Exception {
    Path witness = folder.resolve("witness");
    List<String> argv =
        ProcessRecord.recording(folder.resolve("no/such/folder"), List.of("touch", "" + witness));

    assertThat(new ProcessBuilder(argv).start().waitFor()).isNotZero();
    assertThat(witness).doesNotExist();
  }

  @Test
  void whatAProcessWroteIsOneOfItsCounters() throws Exception {
    Files.writeString(
        folder.resolve("io"),
        "rchar: 1\nwchar: 2\nread_bytes: 3\nwrite_bytes: 4096\ncancelled_write_bytes: 5\n");

    assertThat(ProcessRecord.writtenBytes(folder)).isEqualTo(4096);
    assertThat(ProcessRecord.writtenBytes(Path.of("/proc/self"))).isNotNegative();
  }

  private ProcessRecord record() {
    return new ProcessRecord(folder.resolve("record"), Path.of("/proc"));
  }

  private static Process start(ProcessRecord record) throws IOException {
    return new ProcessBuilder(ProcessRecord.recording(record.file(), List.of("sleep", "600")))
        .start();
  }
}
