// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.Counter;
import org.apache.hadoop.mapreduce.counters.GenericCounter;
import org.junit.jupiter.api.Test;

/** What a job's maps say of the archive that they were to start with. */
class ArchiveUseTest {

  private final Configuration job = new Configuration(false);
  private final Map<ArchiveUse, Counter> counters = new EnumMap<>(ArchiveUse.class);

  private void count() {
    ArchiveUse.count(job, use -> counters.computeIfAbsent(use, any -> new GenericCounter()));
  }

  private static Map<String, Map<String, Long>> counted(long with, long without) {
    return Map.of(
        ArchiveUse.class.getName(),
        Map.of("MAPS_WITH_CLASS_ARCHIVE", with, "MAPS_WITHOUT_CLASS_ARCHIVE", without));
  }

  @Test
  void aJobThatWasToStartWithoutCountsNothing() {
    count();

    assertThat(counters).isEmpty();
  }

  @Test
  void javaItselfSaysWhetherItMapsAnArchive() throws Exception {
    assertThat(child("-Xshare:auto")).isEqualTo("[MAPS_WITH_CLASS_ARCHIVE]");
    assertThat(child("-Xshare:off")).isEqualTo("[MAPS_WITHOUT_CLASS_ARCHIVE]");
    assertThat(child("-Xshare:auto", "-XX:SharedArchiveFile=/nonexistent.jsa"))
        .isEqualTo("[MAPS_WITHOUT_CLASS_ARCHIVE]");
  }

  @Test
  void mapsThatCouldNotAreTheUsersToKnow() {
    job.set(ArchiveUse.ARCHIVE, "hdfs://nn/kept/x.jsa");

    assertThat(ArchiveUse.complaint(job, Map.of())).isEmpty();
    assertThat(ArchiveUse.complaint(job, counted(3, 0))).isEmpty();
    assertThat(ArchiveUse.complaint(job, counted(3, 2)))
        .contains(
            "2 of 5 maps could not use the class archive hdfs://nn/kept/x.jsa: the Java or the jars"
                + " of their hosts are not those it was made from");
  }

  @Test
  void anArchiveIsOutdatedOnlyWhereNoMapUsedIt() {
    assertThat(ArchiveUse.isOutdated(Map.of())).isFalse();
    assertThat(ArchiveUse.isOutdated(counted(1, 4))).isFalse();
    assertThat(ArchiveUse.isOutdated(counted(0, 4))).isTrue();
  }

  private static String child(String... options) throws Exception {
    List<String> argv = new ArrayList<>();
    argv.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    argv.addAll(List.of(options));
    argv.addAll(List.of("-cp", System.getProperty("java.class.path"), Counting.class.getName()));
    Process process =
        new ProcessBuilder(argv).redirectError(ProcessBuilder.Redirect.DISCARD).start();
    String said = new String(process.getInputStream().readAllBytes()).strip();
    assertThat(process.waitFor()).isZero();
    return said.substring(said.lastIndexOf('\n') + 1);
  }

  /** A map's process. */
  static final class Counting {

    private Counting() {}

    public static void main(String[] args) {
      ArchiveUseTest map = new ArchiveUseTest();
      map.job.set(ArchiveUse.ARCHIVE, "x.jsa");
      map.count();
      System.out.println(map.counters.keySet());
    }
  }
}
