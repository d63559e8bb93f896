// SPDX-License-Identifier: Apache-2.0
package io.situ.bench.cluster;

import io.situ.testbed.hadoop.HadoopDaemons;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * A stock job on a cluster.
 *
 * @param jar its jar
 * @param main what to call in the jar
 * @param arguments what stands behind the options; in these and in {@code settings} {@link #IN} and
 *     {@link #OUT} stand for its paths
 * @param settings configuration of both arms
 * @param comparable whether equal answers are equal bytes in {@code part-r-00000}
 */
public record ClusterJob(
    String title,
    Input input,
    String jar,
    String main,
    List<String> arguments,
    List<String> settings,
    boolean comparable) {

  static final String IN = "{in}";
  static final String OUT = "{out}";

  /** By default fetched map output fills more of a small heap than it has. */
  private static final String FETCHED_SHARE = "-Dmapreduce.reduce.shuffle.input.buffer.percent=0.3";

  /** Makes a job's input. */
  public interface Input {
    void write(Path directory, int files, long bytesEach) throws Exception;
  }

  public static ClusterJob wordcount(String title) {
    return new ClusterJob(
        title,
        ClusterInput::texts,
        HadoopTestJobs.examples(),
        "wordcount",
        List.of(IN, OUT),
        List.of(),
        true);
  }

  /**
   * @param pattern what is looked for
   */
  public static ClusterJob grep(String title, String pattern) {
    return new ClusterJob(
        title,
        ClusterInput::texts,
        HadoopTestJobs.examples(),
        "grep",
        List.of(IN, OUT, pattern),
        List.of(),
        true);
  }

  public static ClusterJob bigMapOutput(String title, Path jar, int reduces) {
    return new ClusterJob(
        title,
        ClusterInput::sequences,
        jar.toString(),
        HadoopTestJobs.BIG_MAP_OUTPUT,
        List.of("-input", IN, "-output", OUT),
        List.of("-Dmapreduce.job.reduces=" + reduces, FETCHED_SHARE),
        false);
  }

  /**
   * Reads what BigMapOutput reads, and passes on some of it.
   *
   * @param mapped percent of the records that maps pass on
   * @param reduced percent of those that reduces write
   */
  public static ClusterJob load(String title, Path jar, int reduces, int mapped, int reduced) {
    String lib = "org.apache.hadoop.mapreduce.lib.";
    String bytes = "org.apache.hadoop.io.BytesWritable";
    List<String> words = new ArrayList<>(List.of("-r", "" + reduces, "-indir", IN, "-outdir", OUT));
    words.addAll(List.of("-keepmap", "" + mapped, "-keepred", "" + reduced));
    words.addAll(List.of("-inFormat", lib + "input.SequenceFileInputFormat"));
    words.addAll(List.of("-outFormat", lib + "output.SequenceFileOutputFormat"));
    words.addAll(List.of("-outKey", bytes, "-outValue", bytes));
    return new ClusterJob(
        title,
        ClusterInput::sequences,
        jar.toString(),
        HadoopTestJobs.LOAD,
        words,
        List.of(FETCHED_SHARE),
        false);
  }

  public static ClusterJob teraSort(String title, int reduces) {
    return new ClusterJob(
        title,
        ClusterInput::rows,
        HadoopTestJobs.examples(),
        "terasort",
        List.of(IN, OUT),
        List.of("-Dmapreduce.job.reduces=" + reduces),
        false);
  }

  /**
   * The reading of TestDFSIO, which knows one file system only, the default one. So that has the
   * job's own files too, and the history server is configured where its own is.
   */
  public static ClusterJob dfsio(String title, Path jar, int files, String size) {
    String done = HadoopDaemons.NAME_NODE + "/tmp/hadoop-yarn/staging/history/done_intermediate";
    return new ClusterJob(
        title,
        ClusterInput::dfsio,
        jar.toString(),
        HadoopTestJobs.DFSIO,
        List.of("-read", "-nrFiles", "" + files, "-size", size, "-resFile", "/dev/null"),
        List.of(
            "-Dfs.defaultFS=" + IN,
            "-Dfs.AbstractFileSystem.situ.impl=io.situ.hadoop.fs.SituFs",
            "-Dtest.build.data=" + IN,
            "-Dsitu.mapreduce.input.names=" + IN + "/io_data/{}",
            "-Dyarn.app.mapreduce.am.staging-dir=" + IN + "/staging",
            "-Dmapreduce.jobhistory.intermediate-done-dir=" + done),
        false);
  }

  /** Its options and arguments. */
  List<String> words(String in, String out) {
    return Stream.concat(settings.stream(), arguments.stream())
        .map(word -> word.replace(IN, in).replace(OUT, out))
        .toList();
  }

  /** The same with more settings. */
  public ClusterJob with(List<String> more) {
    List<String> all = new ArrayList<>(settings);
    all.addAll(more);
    return new ClusterJob(title, input, jar, main, arguments, all, comparable);
  }
}
