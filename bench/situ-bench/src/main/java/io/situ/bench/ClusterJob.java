package io.situ.bench;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A stock job on a cluster.
 *
 * @param jar its jar
 * @param main what to call in the jar
 * @param arguments what stands behind the options; {@code IN} and {@code OUT} stand for its paths
 * @param settings configuration of both arms
 * @param comparable whether equal answers are equal bytes in {@code part-r-00000}
 */
record ClusterJob(
    String title,
    Input input,
    String jar,
    String main,
    List<String> arguments,
    List<String> settings,
    boolean comparable) {

  static final String IN = "IN";
  static final String OUT = "OUT";

  /** By default fetched map output fills more of a small heap than it has. */
  private static final String FETCHED_SHARE = "-Dmapreduce.reduce.shuffle.input.buffer.percent=0.3";

  /** Makes a job's input. */
  interface Input {
    void write(Path directory, int files, long bytesEach) throws Exception;
  }

  static ClusterJob wordcount(String title) {
    return new ClusterJob(
        title, ClusterInput::texts, examples(), "wordcount", List.of(IN, OUT), List.of(), true);
  }

  static ClusterJob grep(String title) {
    return new ClusterJob(
        title,
        ClusterInput::texts,
        examples(),
        "grep",
        List.of(IN, OUT, "ab[a-f]+"),
        List.of(),
        true);
  }

  static ClusterJob bigMapOutput(String title, Path jar, int reduces) {
    return new ClusterJob(
        title,
        ClusterInput::sequences,
        jar.toString(),
        BigMap.MAIN,
        List.of("-input", IN, "-output", OUT),
        List.of("-Dmapreduce.job.reduces=" + reduces, FETCHED_SHARE),
        false);
  }

  static ClusterJob teraSort(String title, int reduces) {
    return new ClusterJob(
        title,
        ClusterInput::rows,
        examples(),
        "terasort",
        List.of(IN, OUT),
        List.of("-Dmapreduce.job.reduces=" + reduces),
        false);
  }

  /** The same with more settings. */
  ClusterJob with(List<String> more) {
    List<String> all = new ArrayList<>(settings);
    all.addAll(more);
    return new ClusterJob(title, input, jar, main, arguments, all, comparable);
  }

  private static String examples() {
    return BigMap.onClassPath("hadoop-mapreduce-examples");
  }
}
