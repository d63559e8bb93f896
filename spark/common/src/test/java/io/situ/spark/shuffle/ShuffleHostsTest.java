// SPDX-License-Identifier: Apache-2.0
package io.situ.spark.shuffle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.situ.spark.StandaloneCluster;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.spark.HashPartitioner;
import org.apache.spark.TaskContext;
import org.apache.spark.api.java.JavaPairRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import scala.Tuple2;

/** Shuffles over two hosts, which are two addresses of this machine. */
@Tag("end-to-end")
@Tag("long")
class ShuffleHostsTest {

  private static final String HOST = "127.0.0.2";
  private static final String OTHER_HOST = "127.0.0.3";
  private static final int MAPS = 6;
  private static final int COUNT = 3_000;

  @TempDir private Path scratch;
  private StandaloneCluster hosts;

  @BeforeEach
  void start() throws IOException {
    hosts = StandaloneCluster.start(scratch, HOST, OTHER_HOST);
  }

  @AfterEach
  void stop() {
    hosts.close();
  }

  private ShuffleCluster application(Map<String, String> settings) throws Exception {
    ShuffleCluster cluster = ShuffleCluster.start(hosts.master(), scratch, settings);
    waitUntil(
        () -> cluster.session().sparkContext().statusTracker().getExecutorInfos().length == 3);
    return cluster;
  }

  private interface Condition {
    boolean holds() throws Exception;
  }

  private static void waitUntil(Condition condition) throws Exception {
    long end = System.nanoTime() + TimeUnit.MINUTES.toNanos(1);
    while (!condition.holds()) {
      assertThat(System.nanoTime()).as("it never happened").isLessThan(end);
      Thread.sleep(20);
    }
  }

  private List<Path> outputs() throws IOException {
    try (Stream<Path> files = Files.walk(scratch.resolve("shared"))) {
      return files.filter(Files::isRegularFile).filter(ShuffleHostsTest::isOutput).toList();
    }
  }

  private static boolean isOutput(Path file) {
    return file.getParent().getFileName().toString().startsWith("shuffle-")
        || file.getFileName().toString().startsWith("map-");
  }

  @Test
  void aSpeculativeAttemptAndTheOneItOvertookLeaveOneOutput() throws Exception {
    try (ShuffleCluster cluster =
        application(
            Map.of(
                "spark.speculation", "true",
                "spark.speculation.interval", "50ms",
                "spark.speculation.quantile", "0.5",
                "spark.speculation.minTaskRuntime", "0ms"))) {
      TaskLog log = TaskLog.of(cluster.session().sparkContext());
      String overtaken = scratch.resolve("overtaken").toString();
      JavaPairRDD<Integer, Integer> shuffled =
          new JavaSparkContext(cluster.session().sparkContext())
              .parallelize(IntStream.range(0, COUNT).boxed().toList(), MAPS)
              .mapToPair(
                  i -> {
                    // In the middle of its records, so that the first attempt has begun to write.
                    if (i == COUNT - 100 && TaskContext.get().attemptNumber() == 0) {
                      Slow.untilKilled(Path.of(overtaken));
                    }
                    return new Tuple2<>(i, i);
                  })
              .partitionBy(new HashPartitioner(4));

      assertThat(shuffled.keys().collect()).hasSize(COUNT).doesNotHaveDuplicates();

      waitUntil(() -> Files.exists(Path.of(overtaken)));
      waitUntil(() -> !log.failures().isEmpty());
      // On a busy host Spark may overtake others as well.
      assertThat(log.failures()).containsOnly("TaskKilled (another attempt succeeded)");
      assertThat(log.mapTasks()).isEqualTo(MAPS);
      waitUntil(() -> outputs().size() == MAPS);
    }
    assertThat(scratch.resolve("shared")).isEmptyDirectory();
  }

  /** What an attempt does that is too slow. */
  private static final class Slow {

    private Slow() {}

    static void untilKilled(Path marker) throws IOException, InterruptedException {
      while (!TaskContext.get().isInterrupted()) {
        try {
          Thread.sleep(20);
        } catch (InterruptedException e) {
          // It goes on as code does that ignores this: the attempt writes what it still has.
          Files.createFile(marker);
          return;
        }
      }
      Files.createFile(marker);
    }
  }

  @Test
  void aHostThatMayNotWriteAndIsLostLaterCostsAttemptsOnly() throws Exception {
    assumeTrue(
        "root".equals(System.getProperty("user.name")), "makes a mount read-only: needs root");
    Path java = Files.createDirectories(scratch.resolve("java/bin")).resolve("java");
    Path shared = Files.createDirectory(scratch.resolve("shared"));
    Files.writeString(
        java,
        String.join(
            "\n",
            "#!/bin/sh",
            "java='" + System.getProperty("java.home") + "/bin/java'",
            "case \"$*\" in *' --hostname "
                + OTHER_HOST
                + " '*) ;; *) exec \"$java\" \"$@\" ;; esac",
            "exec unshare -m sh -c 'mount --bind \"$0\" \"$0\" && mount -o remount,bind,ro \"$0\""
                + " && exec \"$@\"' '"
                + shared
                + "' \"$java\" \"$@\"",
            ""));
    Files.setPosixFilePermissions(java, PosixFilePermissions.fromString("rwxr-xr-x"));
    try (ShuffleCluster cluster =
        application(
            Map.of(
                "spark.executorEnv.JAVA_HOME",
                scratch.resolve("java").toString(),
                "spark.excludeOnFailure.enabled",
                "true"))) {
      TaskLog log = TaskLog.of(cluster.session().sparkContext());
      JavaPairRDD<Integer, Integer> shuffled =
          new JavaSparkContext(cluster.session().sparkContext())
              .parallelize(IntStream.range(0, COUNT).boxed().toList(), MAPS)
              .mapToPair(i -> new Tuple2<>(i, i))
              .partitionBy(new HashPartitioner(4));

      assertThat(shuffled.keys().collect()).hasSize(COUNT).doesNotHaveDuplicates();

      assertThat(log.failures())
          .isNotEmpty()
          .allSatisfy(
              failure -> assertThat(failure).contains("cannot be used").contains("read-only"));
      assertThat(log.mapTasks()).isEqualTo(MAPS);
      log.forget();

      hosts.lose(HOST);
      waitUntil(() -> executorHosts(cluster).equals(List.of(OTHER_HOST)));

      assertThat(shuffled.keys().collect()).hasSize(COUNT).doesNotHaveDuplicates();
      assertThat(log.mapTasks()).isZero();
    }
  }

  private static List<String> executorHosts(ShuffleCluster cluster) {
    return Arrays.stream(cluster.session().sparkContext().statusTracker().getExecutorInfos())
        .map(info -> info.host())
        .filter(host -> !host.equals("127.0.0.1"))
        .toList();
  }
}
