// SPDX-License-Identifier: Apache-2.0
package io.situ.inventory.scan;

import static org.assertj.core.api.Assertions.assertThat;

import io.situ.inventory.ScanOptions;
import io.situ.inventory.Snapshot;
import io.situ.inventory.Snapshots;
import io.situ.inventory.SyntheticStore;
import io.situ.storage.StorePath;
import io.situ.storage.testkit.lab.JavaCommand;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Scans in processes of their own: how much memory they take, and what is left of killed ones. */
@Tag("end-to-end")
class ChildProcessTest {

  private static final int ROUNDS = Integer.getInteger("situ.test.rounds", 1);

  @TempDir Path directory;

  private ProcessBuilder child(String heap, String... arguments) {
    List<String> command = JavaCommand.of(ScanMain.class).with("-Xmx" + heap).call(directory);
    command.addAll(List.of(arguments));
    return new ProcessBuilder(command).redirectErrorStream(true);
  }

  @Test
  void aFifthOfAMillionObjectsTakesAHundredMegabytesOfHeapAndFortyBytesEachOnDisk()
      throws Exception {
    assertObjectsAreSmall(200_000, "100m", "2", "100", "1000", "true");
  }

  @Tag("long")
  @ParameterizedTest
  @CsvSource({"10,100,1000,true", "10,100,1000,false", "1,1,1000000,true"})
  void aMillionObjectsTakeHalfAGigabyte(String tables, String days, String files, String placement)
      throws Exception {
    assertObjectsAreSmall(1_000_000, "512m", tables, days, files, placement);
  }

  private void assertObjectsAreSmall(
      long objects, String heap, String tables, String days, String files, String placement)
      throws Exception {
    Process process = child(heap, tables, days, files, placement, "1").start();
    String output = new String(process.getInputStream().readAllBytes());
    assertThat(process.waitFor()).as(output).isZero();
    Matcher matcher = Pattern.compile("objects=(\\d+).*bytesPerObject=([0-9.]+)").matcher(output);
    assertThat(matcher.find()).as(output).isTrue();
    assertThat(Long.parseLong(matcher.group(1))).isGreaterThan(objects);
    assertThat(Double.parseDouble(matcher.group(2))).isLessThanOrEqualTo(40);
  }

  /** Each round may end with the new snapshot or the old one, and never with anything else. */
  @Test
  void aScanThatIsKilledLeavesTheLastSnapshot() throws Exception {
    SyntheticStore store = new SyntheticStore(2, 20, 1000);
    Scanner.scan(store, StorePath.ROOT, directory, ScanOptions.DEFAULT);
    Random random = new Random();
    for (int round = 0; round < ROUNDS; round++) {
      long before = Snapshots.current(directory).manifest().id();
      Process process = child("512m", "2", "20", "1000", "true", "1000").start();
      while (process.isAlive() && !working()) {
        process.waitFor(10, TimeUnit.MILLISECONDS);
      }
      process.waitFor(random.nextInt(400), TimeUnit.MILLISECONDS);
      process.destroyForcibly().waitFor();
      Snapshot current = Snapshots.current(directory);
      current.verify();
      assertThat(current.manifest().id()).isGreaterThanOrEqualTo(before);
      assertThat(current.manifest().counts().objects()).isEqualTo(store.objects());
    }
    Scanner.scan(store, StorePath.ROOT, directory, ScanOptions.DEFAULT);
    try (Stream<Path> files = Files.list(directory)) {
      assertThat(files.map(file -> file.getFileName().toString()))
          .allMatch(name -> name.matches("\\.lock|CURRENT|snapshot-\\d{6}"));
    }
  }

  private boolean working() throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files.anyMatch(file -> file.getFileName().toString().startsWith(".building"));
    }
  }
}
