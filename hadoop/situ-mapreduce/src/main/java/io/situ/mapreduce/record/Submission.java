// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce.record;

import io.situ.mapreduce.jobfile.SubmittedJob;
import io.situ.mapreduce.launch.ArchiveUse;
import io.situ.mapreduce.record.JobRecord.Data;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.apache.hadoop.mapreduce.split.JobSplit.TaskSplitMetaInfo;
import org.apache.hadoop.mapreduce.split.SplitMetaInfoReader;
import org.apache.hadoop.util.StringUtils;

/**
 * What a job's submission says about it.
 *
 * @param inputs the input paths, as the job gave them
 * @param objects how many files are read, where the input format reports
 * @param bytes how long the splits are together
 * @param hosts for each split the hosts it would like to run on
 * @param holders for each split the hosts that hold it, of which {@code hosts} are some or all
 */
public record Submission(
    Configuration conf,
    List<String> inputs,
    OptionalLong objects,
    long bytes,
    List<List<String>> hosts,
    List<List<String>> holders,
    Optional<Path> output) {

  /** One whose splits would like to run on all hosts that hold them. */
  public Submission(
      Configuration conf,
      List<String> inputs,
      OptionalLong objects,
      long bytes,
      List<List<String>> hosts,
      Optional<Path> output) {
    this(conf, inputs, objects, bytes, hosts, hosts, output);
  }

  /** Reads the splits as they are handed on. */
  public static Submission read(SubmittedJob job) throws IOException {
    Configuration reading = new Configuration(job.conf());
    reading.setLong(MRJobConfig.SPLIT_METAINFO_MAXSIZE, -1);
    TaskSplitMetaInfo[] splits =
        SplitMetaInfoReader.readSplitMetaInfo(job.id(), job.fs(), reading, job.directory());
    List<List<String>> hosts =
        Arrays.stream(splits).map(split -> List.of(split.getLocations())).toList();
    return of(
        job.conf(),
        Arrays.stream(splits).mapToLong(TaskSplitMetaInfo::getInputDataLength).sum(),
        hosts,
        job.holders().orElse(hosts));
  }

  /**
   * Of a job whose splits are gone.
   *
   * @param conf its configuration; empty where this user may not read it
   * @param bytes of input, as its history counted them
   */
  public static Submission seen(Optional<Configuration> conf, int maps, int reduces, long bytes) {
    Configuration known = conf.map(Configuration::new).orElseGet(() -> new Configuration(false));
    known.setInt(MRJobConfig.NUM_REDUCES, reduces);
    if (conf.isEmpty()) {
      known.setLong(FileInputFormat.NUM_INPUT_FILES, -1);
    }
    List<List<String>> unknown = Collections.nCopies(maps, List.of());
    return of(known, bytes, unknown, unknown);
  }

  private static Submission of(
      Configuration conf, long bytes, List<List<String>> hosts, List<List<String>> holders) {
    List<String> inputs = inputs(conf);
    return new Submission(
        conf,
        inputs,
        objects(conf, inputs),
        bytes,
        hosts,
        holders,
        Optional.ofNullable(conf.get(FileOutputFormat.OUTDIR)).map(Path::new));
  }

  /** Returns the input paths of a job, as it gave them. */
  public static List<String> inputs(Configuration conf) {
    return Arrays.stream(StringUtils.split(conf.get(FileInputFormat.INPUT_DIR, "")))
        .map(StringUtils::unEscapeString)
        .toList();
  }

  private static OptionalLong objects(Configuration conf, List<String> inputs) {
    long files = conf.getLong(FileInputFormat.NUM_INPUT_FILES, inputs.isEmpty() ? 0 : -1);
    return files < 0 ? OptionalLong.empty() : OptionalLong.of(files);
  }

  public int maps() {
    return hosts.size();
  }

  public String name() {
    return conf.get(MRJobConfig.JOB_NAME, "");
  }

  /**
   * What it reads and writes, with what its user should know of that.
   *
   * @param counters of the job so far, by group and name
   */
  public Data data(OptionalLong writtenBefore, Map<String, Map<String, Long>> counters) {
    List<String> notices = new ArrayList<>(InputWarnings.of(conf));
    ArchiveUse.complaint(conf, counters).ifPresent(notices::add);
    return new Data(inputs, objects, bytes, writtenBefore, output.map(Path::toString), notices);
  }

  public int reduces() {
    return conf.getInt(MRJobConfig.NUM_REDUCES, 1);
  }
}
