// SPDX-License-Identifier: Apache-2.0
package io.situ.bench.cluster;

import static java.util.stream.Collectors.joining;

import io.situ.mapreduce.record.JobRecord;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.LongSummaryStatistics;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.hadoop.mapreduce.JobCounter;

/**
 * What one run of a job did.
 *
 * @param seconds wall time of all of it
 * @param before of this, what passed before the job was submitted: a copy into HDFS, an attach
 * @param record of its first job, which reads the input
 * @param input bytes of the files that it reads
 * @param mapNetwork bytes all hosts received from the submission to the end of the last map
 * @param network the same to the end of the command
 * @param ends when the last map of each host ended, in milliseconds since the submission
 * @param maps how long each map took, in milliseconds
 */
public record ClusterRun(
    double seconds,
    double before,
    JobRecord record,
    long input,
    long mapNetwork,
    long network,
    Map<String, Long> ends,
    List<Long> maps) {

  public static final String TIME = "wall time";
  private static final String BEFORE = "of this before the job";
  private static final String MAP_TIME = "to the end of the last map";
  private static final String MAPS = "maps";
  private static final String LOCAL = "maps that the cluster sent to their bytes";
  private static final String ELSEWHERE = "map attempts sent elsewhere";
  private static final String ENDED = "map attempts that failed, that were killed";
  private static final String READ_LOCAL = "read from a local copy";
  private static final String READ_FAR = "read from another host";
  private static final String MAP_NETWORK = "network in the map phase";
  private static final String SHARE = "network in the map phase over input";
  private static final String NETWORK = "network, whole job";
  private static final String UNEVEN = "the busiest host over its even share";
  private static final String LATE = "the last host's maps end after the average host's";

  private static final String SPREAD = "time of a map: least, quartiles, most";

  public static final List<String> ROWS =
      List.of(
          TIME,
          BEFORE,
          MAP_TIME,
          MAPS,
          LOCAL,
          ELSEWHERE,
          ENDED,
          READ_LOCAL,
          READ_FAR,
          MAP_NETWORK,
          SHARE,
          NETWORK,
          UNEVEN,
          LATE,
          SPREAD);

  private static final double MB = 1 << 20;

  /** What the run did, row by row. */
  public Map<String, String> cells() {
    Map<String, String> cells = new LinkedHashMap<>();
    ROWS.forEach(row -> cells.put(row, cell(row)));
    return cells;
  }

  public String cell(String row) {
    return switch (row) {
      case TIME -> text("%.1f s", seconds);
      case BEFORE -> text("%.1f s", before);
      case MAP_TIME -> text("%.1f s", mapSeconds());
      case MAPS -> text("%d", record.work().maps());
      case LOCAL -> text("%d", record.work().dataLocalMaps().orElse(0));
      case ELSEWHERE -> text("%d", counter("OTHER_LOCAL_MAPS") + counter("RACK_LOCAL_MAPS"));
      case ENDED -> counter("NUM_FAILED_MAPS") + ", " + counter("NUM_KILLED_MAPS");
      case READ_LOCAL -> known() ? text("%.1f MB", read().local() / MB) : "";
      case READ_FAR -> known() ? text("%.1f MB", far() / MB) : "";
      case MAP_NETWORK -> text("%.1f MB", mapNetwork / MB);
      case SHARE -> text("%.2f %%", mapNetworkShare() * 100);
      case NETWORK -> text("%.1f MB", network / MB);
      case UNEVEN -> text("%.1f %%", (balance() - 1) * 100);
      case LATE -> text("%.1f %%", late() * 100);
      case SPREAD -> spread();
      default -> throw new IllegalArgumentException(row);
    };
  }

  private long counter(String name) {
    return record
        .counters()
        .getOrDefault(JobCounter.class.getName(), Map.of())
        .getOrDefault(name, 0L);
  }

  private JobRecord.Distances read() {
    return record.work().read().orElse(JobRecord.Distances.NONE);
  }

  private boolean known() {
    return read().local() > 0;
  }

  private long far() {
    return read().rack() + read().remote();
  }

  /** From the submission. */
  double mapSeconds() {
    return record.phases().getOrDefault("start", 0.0) + record.phases().getOrDefault("map", 0.0);
  }

  public double localShare() {
    return (double) record.work().dataLocalMaps().orElse(0) / Math.max(1, record.work().maps());
  }

  /** Of the bytes whose place is known. */
  public double localBytesShare() {
    double local = read().local();
    return local / Math.max(1, local + far());
  }

  public double mapNetworkShare() {
    return (double) mapNetwork / Math.max(1, input);
  }

  public double balance() {
    return JobRecord.balance(record.hosts()).orElse(1);
  }

  /** How much later than the average host the last one has no more maps, by the map phase. */
  public double late() {
    LongSummaryStatistics all =
        ends.values().stream().mapToLong(Long::longValue).summaryStatistics();
    return all.getCount() == 0 ? 0 : (all.getMax() - all.getAverage()) / all.getMax();
  }

  /** Of few maps some quartiles are the same map. */
  private String spread() {
    List<Long> sorted = maps.stream().sorted().toList();
    if (sorted.isEmpty()) {
      return "";
    }
    return IntStream.rangeClosed(0, 4)
        .mapToObj(quarter -> text("%.1f", sorted.get((sorted.size() - 1) * quarter / 4) / 1e3))
        .collect(joining(", ", "", " s"));
  }

  /** Records in and out, which distinguish answers that are not the same bytes. */
  public String records() {
    return record.work().recordsIn() + " " + record.work().recordsOut();
  }

  public static String text(String format, Object value) {
    return String.format(Locale.ROOT, format, value);
  }
}
