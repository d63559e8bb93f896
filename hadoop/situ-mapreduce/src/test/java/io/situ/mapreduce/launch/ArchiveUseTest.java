// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.Counters;
import org.apache.hadoop.mapreduce.FileSystemCounter;
import org.apache.hadoop.mapreduce.counters.Limits;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What a job's maps say of the archive that they were to start with. */
@Tag("hadoop-3.4-long")
class ArchiveUseTest {

  private final Configuration job = new Configuration(false);
  private final Counters counters = new Counters();

  private void count() {
    ArchiveUse.count(job, counters::findCounter);
  }

  private Map<String, Map<String, Long>> counted(int maps, long without) {
    job.setInt("mapreduce.job.maps", maps);
    return Map.of(FileSystemCounter.class.getName(), Map.of(ArchiveUse.WITHOUT, without));
  }

  @Test
  void aJobThatWasToStartWithoutCountsNothing() {
    count();

    assertThat(counters.countCounters()).isZero();
  }

  @Test
  void javaItselfSaysWhetherItMapsAnArchive() throws Exception {
    assertThat(child("-Xshare:auto")).isEqualTo("0");
    assertThat(child("-Xshare:off")).isEqualTo("1");
    assertThat(child("-Xshare:auto", "-XX:SharedArchiveFile=/nonexistent.jsa")).isEqualTo("1");
  }

  @Test
  void aJobMayHaveAsManyCountersOfItsOwnAsHadoopAllows() throws Exception {
    assertThat(child(Crowded.class, "-Xshare:off")).isEqualTo("1 of 121");
  }

  @Test
  void mapsThatCouldNotAreTheUsersToKnow() {
    job.set(ArchiveUse.ARCHIVE, "hdfs://nn/kept/x.jsa");

    assertThat(ArchiveUse.complaint(job, Map.of())).isEmpty();
    assertThat(ArchiveUse.complaint(job, counted(3, 0))).isEmpty();
    assertThat(ArchiveUse.complaint(job, counted(5, 2)))
        .contains(
            "class archive hdfs://nn/kept/x.jsa does not fit 2 of 5 maps: the Java or the jars"
                + " of their hosts are not those it was made from");
  }

  /** As after an upgrade beside the old directory: nothing of the archive is outdated for Java. */
  @Test
  void jarsThatHadoopHasNoMoreDoNotFit() {
    assertThat(ArchiveUse.fits("/o/a.jar:/o/b.jar:.:/o//a.jar:/o/b.jar:job.jar", 2)).isTrue();
    assertThat(ArchiveUse.fits("/o/a.jar:/o/b.jar:.:/n/a.jar:/o/b.jar:job.jar", 2)).isFalse();
    assertThat(ArchiveUse.fits("/o/a.jar", 2)).isFalse();
    assertThat(ArchiveUse.fits(".:job.jar", 0)).isTrue();
  }

  @Test
  void anArchiveIsOutdatedOnlyWhereNoMapUsedIt() {
    assertThat(ArchiveUse.isOutdated(job, Map.of())).isFalse();
    assertThat(ArchiveUse.isOutdated(job, counted(5, 4))).isFalse();
    assertThat(ArchiveUse.isOutdated(job, counted(4, 4))).isTrue();
  }

  private static long without(Counters counters) {
    return counters.findCounter(FileSystemCounter.class.getName(), ArchiveUse.WITHOUT).getValue();
  }

  private static String child(String... options) throws Exception {
    return child(Counting.class, options);
  }

  private static String child(Class<?> program, String... options) throws Exception {
    List<String> argv = new ArrayList<>();
    argv.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    argv.addAll(List.of(options));
    argv.addAll(List.of("-cp", System.getProperty("java.class.path"), program.getName()));
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
      System.out.println(without(map.counters));
    }
  }

  /** A map whose own counters are as many as there may be, and the sum of the job's. */
  static final class Crowded {

    private Crowded() {}

    public static void main(String[] args) {
      ArchiveUseTest map = new ArchiveUseTest();
      map.job.set(ArchiveUse.ARCHIVE, "x.jsa");
      for (int i = 0; i < Limits.getCountersMax(); i++) {
        map.counters.findCounter("own", "counter " + i);
      }
      map.count();
      Counters sum = new Counters();
      sum.incrAllCounters(map.counters);
      System.out.println(without(sum) + " of " + sum.countCounters());
    }
  }
}
