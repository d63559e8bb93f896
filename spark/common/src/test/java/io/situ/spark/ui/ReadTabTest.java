// SPDX-License-Identifier: Apache-2.0
package io.situ.spark.ui;

import static org.assertj.core.api.Assertions.assertThat;

import io.situ.spark.SituPlugin;
import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.spark.SparkConf;
import org.apache.spark.SparkContext;
import org.apache.spark.TaskContext;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.deploy.history.FsHistoryProvider;
import org.apache.spark.deploy.history.HistoryServer;
import org.apache.spark.deploy.history.HistoryServer$;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The tab in a running application and in the History Server, as a browser gets it. */
@Tag("end-to-end")
@Tag("spark-3.5")
class ReadTabTest {

  private static final Pattern ROW = Pattern.compile("<tr>(.*?)</tr>");
  private static final Pattern CELL = Pattern.compile("<td>(.*?)</td>");
  private static final Pattern TAG = Pattern.compile("<[^>]*>");
  private static final Pattern TABS =
      Pattern.compile("<a class=\"nav-link\" href=\"[^\"]*/situ/\">Situ</a>");

  @TempDir private static Path scratch;
  private static String id;
  private static String live;
  private static long size;

  /** The one run whose pages all tests look at. */
  @BeforeAll
  static void run() throws Exception {
    Path data = scratch.resolve("data");
    Path hosts =
        Files.writeString(
            scratch.resolve("hosts.tsv"), "/\t" + InetAddress.getLocalHost().getHostName() + "\n");
    SparkSession spark =
        session("reads")
            .config("spark.ui.enabled", true)
            .config("spark.ui.port", 0)
            .config("spark.sql.shuffle.partitions", 2)
            .config("spark.eventLog.enabled", true)
            .config("spark.eventLog.dir", Files.createDirectory(scratch.resolve("log")).toString())
            .config("spark.hadoop.fs.situ.store.data.root", scratch.toString())
            .config("spark.hadoop.fs.situ.store.data.driver", "posix")
            .config("spark.hadoop.fs.situ.store.data.placement.file", hosts.toString())
            .getOrCreate();
    try {
      id = spark.sparkContext().applicationId();
      spark.range(0, 50_000, 1, 2).selectExpr("id", "id % 7 AS k").write().csv(data.toString());
      assertThat(
              spark
                  .read()
                  .schema("id BIGINT, k BIGINT")
                  .csv("situ://data/data")
                  .groupBy("k")
                  .count()
                  .count())
          .isEqualTo(7);
      spark.sparkContext().listenerBus().waitUntilEmpty(TimeUnit.MINUTES.toMillis(1));
      live = get(spark.sparkContext().ui().get().webUrl() + "/situ/");
    } finally {
      spark.stop();
    }
    size = 0;
    try (var files = Files.newDirectoryStream(data, "*.csv")) {
      for (Path file : files) {
        size += Files.size(file);
      }
    }
  }

  private static SparkSession.Builder session(String name) {
    return SparkSession.builder()
        .master("local[2]")
        .appName(name)
        .config("spark.plugins", SituPlugin.class.getName())
        .config("spark.driver.host", "127.0.0.1")
        .config("spark.driver.bindAddress", "127.0.0.1")
        .config("spark.local.dir", scratch.resolve("local").toString())
        .config("spark.sql.warehouse.dir", scratch.resolve("warehouse").toString());
  }

  private static String get(String address) throws IOException, InterruptedException {
    HttpClient client = HttpClient.newBuilder().followRedirects(HttpClient.Redirect.ALWAYS).build();
    return client
        .send(HttpRequest.newBuilder(URI.create(address)).build(), BodyHandlers.ofString())
        .body();
  }

  /** Returns the texts of the rows of a table. */
  private static List<List<String>> table(String page, String name) {
    int start = page.indexOf("<table id=\"situ-" + name + "\"");
    assertThat(start).as(page).isNotNegative();
    List<List<String>> rows = new ArrayList<>();
    Matcher row = ROW.matcher(page.substring(start, page.indexOf("</table>", start)));
    while (row.find()) {
      List<String> cells = new ArrayList<>();
      Matcher cell = CELL.matcher(row.group(1));
      while (cell.find()) {
        cells.add(TAG.matcher(cell.group(1)).replaceAll(""));
      }
      if (!cells.isEmpty()) {
        rows.add(cells);
      }
    }
    return rows;
  }

  private static void assertReads(String page) {
    String bytes = org.apache.spark.util.Utils.bytesToString(size);
    assertThat(page).containsPattern(TABS);
    assertThat(table(page, "hosts")).hasSize(2);
    assertThat(table(page, "hosts").get(1).subList(3, 8))
        .containsExactly(bytes, "0.0 B", "0.0 B", "0.0 B", "100.0 %");
    assertThat(table(page, "scans"))
        .singleElement()
        .satisfies(
            scan ->
                assertThat(scan.subList(1, 5))
                    .containsExactly(
                        "Scan csv (packed by host)",
                        bytes,
                        bytes + " (100.0 %)",
                        bytes + " (100.0 %)"));
    assertThat(table(page, "stages"))
        .filteredOn(stage -> stage.get(4).equals(bytes))
        .singleElement()
        .satisfies(stage -> assertThat(stage.get(9)).isNotEqualTo("0.0 B"));
  }

  @Test
  void aRunningApplicationShowsWhatItsTasksRead() {
    assertReads(live);
  }

  @Test
  void theHistoryServerShowsTheSame() throws Exception {
    SparkConf conf =
        new SparkConf()
            .set("spark.history.fs.logDirectory", scratch.resolve("log").toUri().toString())
            .set("spark.history.store.path", scratch.resolve("store").toString());
    FsHistoryProvider provider = new FsHistoryProvider(conf);
    HistoryServer server =
        new HistoryServer(conf, provider, HistoryServer$.MODULE$.createSecurityManager(conf), 0);
    server.bind();
    try {
      provider.start();
      String page = "";
      long end = System.nanoTime() + TimeUnit.MINUTES.toNanos(1);
      while (!page.contains("situ-stages")) {
        assertThat(System.nanoTime()).as(page).isLessThan(end);
        Thread.sleep(100);
        page = get("http://localhost:" + server.boundPort() + "/history/" + id + "/situ/");
      }

      assertReads(page);
      for (String table : List.of("hosts", "scans", "stages")) {
        assertThat(table(page, table)).isEqualTo(table(live, table));
      }
    } finally {
      server.stop();
    }
  }

  /** Spark's own count of what they read has them, too. */
  @Test
  void whatFailedAttemptsReadIsCounted() throws Exception {
    Path lines = Files.writeString(scratch.resolve("lines.txt"), "line\n".repeat(1_000));
    SparkSession spark =
        session("attempts")
            .master("local[1,2]")
            .config("spark.ui.enabled", false)
            .config("spark.hadoop.fs.situ.store.lines.root", scratch.toString())
            .config("spark.hadoop.fs.situ.store.lines.driver", "posix")
            .getOrCreate();
    try {
      SparkContext context = spark.sparkContext();
      ReadListener listener = new ReadListener(context.getConf());
      context.addSparkListener(listener);
      assertThat(
              new JavaSparkContext(context)
                  .textFile("situ://lines/lines.txt", 1)
                  .mapPartitions(ReadTabTest::countInSecondAttempt)
                  .collect())
          .containsExactly(1_000L);
      context.listenerBus().waitUntilEmpty(TimeUnit.MINUTES.toMillis(1));

      assertThat(listener.summary().total().tasks()).isEqualTo(2);
      assertThat(listener.summary().total().read().sum()).isEqualTo(2 * Files.size(lines));
    } finally {
      spark.stop();
    }
  }

  private static Iterator<Long> countInSecondAttempt(Iterator<String> lines) {
    long count = 0;
    while (lines.hasNext()) {
      lines.next();
      count++;
    }
    if (TaskContext.get().attemptNumber() == 0) {
      throw new IllegalStateException("the first attempt fails");
    }
    return List.of(count).iterator();
  }

  @Test
  void withoutAUiNothingFails() {
    SparkSession spark = session("without a UI").config("spark.ui.enabled", false).getOrCreate();
    try {
      assertThat(spark.sparkContext().ui().isEmpty()).isTrue();
      assertThat(spark.range(10).count()).isEqualTo(10);
    } finally {
      spark.stop();
    }
  }
}
