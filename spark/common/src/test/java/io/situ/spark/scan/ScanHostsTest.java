// SPDX-License-Identifier: Apache-2.0
package io.situ.spark.scan;

import static org.assertj.core.api.Assertions.assertThat;

import io.situ.hadoop.fs.SituFileSystem;
import io.situ.hadoop.fs.operation.GetPlacementOperation;
import io.situ.spark.ClusterSession;
import io.situ.spark.StandaloneCluster;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.apache.spark.SparkContext;
import org.apache.spark.SparkEnv;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerEvent;
import org.apache.spark.scheduler.SparkListenerTaskEnd;
import org.apache.spark.scheduler.TaskInfo;
import org.apache.spark.scheduler.TaskLocality;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.api.java.UDF1;
import org.apache.spark.sql.types.DataTypes;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Where the tasks of packed scans run, on two hosts that are two addresses of this machine. */
@Tag("end-to-end")
class ScanHostsTest {

  private static final String OTHER_HOST = "127.0.0.3";
  private static final String NODE_WAIT = "spark.locality.wait.node";
  private static final String REMOTE = "spark.situ.scan.cost.remote";
  private static final int FILES = 12;

  /** Another store, for Hadoop keeps file systems by the names of their stores. */
  private static final String LATE = "late";

  @TempDir private static Path scratch;
  private static InetAddress here;
  private static StandaloneCluster cluster;

  @BeforeAll
  static void start() throws IOException {
    here = InetAddress.getLocalHost();
    cluster = StandaloneCluster.start(scratch, here.getHostAddress(), OTHER_HOST);
    Files.write(
        scratch.resolve("hosts.tsv"),
        List.of(
            "/named\t" + here.getHostName(),
            "/late\t" + here.getHostName().toUpperCase(Locale.ROOT),
            "/one\t" + OTHER_HOST,
            "/one-slow\t" + OTHER_HOST));
  }

  @AfterAll
  static void stop() {
    cluster.close();
  }

  /** What ran of a scan. */
  private record Run(long rows, List<TaskInfo> tasks) {

    List<String> hosts() {
      return tasks.stream().map(TaskInfo::host).toList();
    }

    List<String> localities() {
      return tasks.stream().map(task -> task.taskLocality().toString()).distinct().toList();
    }
  }

  /** Tasks as they end, and hosts that were said to have no executor. Thread-safe. */
  private static final class Tasks extends SparkListener {

    private final List<TaskInfo> ended = new CopyOnWriteArrayList<>();
    private final List<String> missing = new CopyOnWriteArrayList<>();

    @Override
    public void onOtherEvent(SparkListenerEvent event) {
      if (event instanceof HostsWithoutExecutor hosts) {
        missing.addAll(hosts.hosts().keySet());
      }
    }

    @Override
    public void onTaskEnd(SparkListenerTaskEnd end) {
      ended.add(end.taskInfo());
    }
  }

  /** An application with an executor on each host. */
  private record Application(SparkSession spark, Tasks tasks) implements AutoCloseable {

    static Application start(String... settings) throws Exception {
      Map<String, String> all = new HashMap<>();
      all.put("spark.executor.instances", "2");
      for (String store : List.of("two", LATE)) {
        String key = "spark.hadoop.fs.situ.store." + store;
        all.put(key + ".root", scratch.toString());
        all.put(key + ".driver", "posix");
        all.put(key + ".placement.file", scratch.resolve("hosts.tsv").toString());
      }
      for (int i = 0; i < settings.length; i += 2) {
        all.put(settings[i], settings[i + 1]);
      }
      SparkSession spark = ClusterSession.start(cluster.master(), scratch, all);
      SparkContext context = spark.sparkContext();
      long end = System.nanoTime() + TimeUnit.MINUTES.toNanos(1);
      while (context.statusTracker().getExecutorInfos().length < 3) {
        assertThat(System.nanoTime() - end).as("executors come").isNegative();
        Thread.sleep(20);
      }
      Tasks tasks = new Tasks();
      context.addSparkListener(tasks);
      spark.udf().register("slow", (UDF1<Long, Long>) ScanHostsTest::slow, DataTypes.LongType);
      return new Application(spark, tasks);
    }

    /** A table of so many files of one row, each of them a partition. */
    void write(String name, int files) {
      spark.range(0, files, 1, files).write().parquet(scratch.resolve(name).toString());
    }

    Run read(String name) throws Exception {
      return read("two", name);
    }

    Run read(String store, String name) throws Exception {
      spark.sparkContext().listenerBus().waitUntilEmpty(TimeUnit.MINUTES.toMillis(1));
      tasks.ended.clear();
      spark.conf().set("spark.sql.files.maxPartitionBytes", "1m");
      Dataset<Row> rows =
          spark
              .read()
              .schema("id BIGINT")
              .parquet("situ://" + store + "/" + name)
              .selectExpr("slow(id) AS id");
      ScanSession.Answer answer = ScanSession.answer(rows);
      assertThat(answer.packed()).hasSize(1);
      spark.sparkContext().listenerBus().waitUntilEmpty(TimeUnit.MINUTES.toMillis(1));
      return new Run(answer.rows().stream().distinct().count(), List.copyOf(tasks.ended));
    }

    @Override
    public void close() {
      spark.stop();
    }
  }

  private static Long slow(Long id) throws InterruptedException {
    Thread.sleep(300);
    return id;
  }

  @Test
  void tasksRunOnTheirHostsAndOthersTakeOverByThePlan() throws Exception {
    // No slot waits for so long: what runs elsewhere was planned there.
    try (Application application = Application.start(NODE_WAIT, "10m")) {
      application.write("named", 1);
      application.write("one", FILES);

      Run named = application.read("named");
      assertThat(named.rows()).isEqualTo(1);
      assertThat(named.hosts()).as("the store says its name").containsOnly(here.getHostAddress());
      assertThat(named.localities()).containsExactly(TaskLocality.NODE_LOCAL().toString());

      Run shared = application.read("one");
      assertThat(shared.rows()).isEqualTo(FILES);
      assertThat(shared.tasks()).hasSize(FILES);
      assertThat(shared.hosts()).contains(here.getHostAddress(), OTHER_HOST);
      assertThat(shared.localities()).containsExactly(TaskLocality.NODE_LOCAL().toString());

      application.spark().conf().set(REMOTE, "1");
      Run alone = application.read("one");
      assertThat(alone.rows()).isEqualTo(FILES);
      assertThat(alone.hosts()).as("the network costs more").containsOnly(OTHER_HOST);
      assertThat(SparkEnv.get().conf().get(NODE_WAIT)).isEqualTo("10m");
    }
  }

  /** Situ's file system, which does not say in time where files lie when a scan is planned. */
  public static final class LatePlacement extends SituFileSystem {

    @Override
    public GetPlacementOperation placement() {
      if (Thread.currentThread().getName().equals("situ-scan-planning")) {
        try {
          Thread.sleep(TimeUnit.SECONDS.toMillis(30));
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
        }
      }
      return super.placement();
    }
  }

  @Tag("long")
  @Test
  void hostsHaveTheirNamesWhereLookupsOfFilesTakeTheirTime() throws Exception {
    try (Application application =
        Application.start(
            NODE_WAIT,
            "10m",
            ScanKeys.TIMEOUT.name(),
            "4s",
            "spark.hadoop.fs.situ.impl",
            LatePlacement.class.getName())) {
      application.write("late", 1);

      Run run = application.read(LATE, "late");

      assertThat(run.rows()).isEqualTo(1);
      assertThat(run.hosts()).containsOnly(here.getHostAddress());
      assertThat(run.localities()).containsExactly(TaskLocality.NODE_LOCAL().toString());
      assertThat(application.tasks().missing).isEmpty();
    }
  }

  @Tag("long")
  @Test
  void aHostThatIsSlowerThanPlannedIsNotWaitedForLongerThanAReadCosts() throws Exception {
    // By these costs nothing is taken over, and a partition of 128 MiB is read in 0.2 s.
    try (Application application =
        Application.start(
            REMOTE,
            "640m",
            "spark.situ.scan.cost.local",
            "1t",
            "spark.situ.scan.cost.start",
            "0")) {
      application.write("one-slow", FILES);

      Run run = application.read("one-slow");

      assertThat(SparkEnv.get().conf().get(NODE_WAIT)).isEqualTo("200ms");
      assertThat(run.rows()).isEqualTo(FILES);
      assertThat(run.hosts()).contains(here.getHostAddress(), OTHER_HOST);
      assertThat(run.tasks())
          .filteredOn(task -> task.host().equals(here.getHostAddress()))
          .allMatch(task -> task.taskLocality().toString().equals(TaskLocality.ANY().toString()));
    }
  }
}
