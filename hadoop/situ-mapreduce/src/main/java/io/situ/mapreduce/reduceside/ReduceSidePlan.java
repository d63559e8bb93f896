// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce.reduceside;

import io.situ.mapreduce.jobfile.ConfigurationSources;
import io.situ.mapreduce.jobfile.SubmittedJob;
import io.situ.mapreduce.mapside.ReducerCode;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.serializer.WritableSerialization;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.MRConfig;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.task.reduce.Shuffle;

/**
 * Has reduces read fetched map output from memory, in submitted jobs whose reducer and output
 * format are shown to need little memory of their own, and that say nothing of it themselves. Each
 * refusal is a clause for the user.
 */
public final class ReduceSidePlan {

  private static final String CHOICE = "situ.mapreduce.reduceside.choice";
  private static final String SERIALIZATIONS = "io.serializations";
  private static final String WRITABLE = WritableSerialization.class.getName();

  /** They write a record as it comes, through buffers of fixed sizes. */
  private static final Set<String> FORMATS =
      Set.of(
          "org.apache.hadoop.mapreduce.lib.output.TextOutputFormat",
          "org.apache.hadoop.mapreduce.lib.output.SequenceFileOutputFormat",
          "org.apache.hadoop.mapreduce.lib.output.NullOutputFormat",
          "org.apache.hadoop.mapred.TextOutputFormat",
          "org.apache.hadoop.mapred.SequenceFileOutputFormat",
          "org.apache.hadoop.mapred.lib.NullOutputFormat",
          "org.apache.hadoop.examples.terasort.TeraOutputFormat");

  /**
   * They read as many bytes as they wrote. Hadoop's iterator over values of the earlier interface
   * has others read past the end of a record that lies in memory.
   */
  private static final Set<String> OF_KNOWN_LENGTH =
      Set.of(
          "org.apache.hadoop.io.BooleanWritable",
          "org.apache.hadoop.io.ByteWritable",
          "org.apache.hadoop.io.BytesWritable",
          "org.apache.hadoop.io.DoubleWritable",
          "org.apache.hadoop.io.FloatWritable",
          "org.apache.hadoop.io.IntWritable",
          "org.apache.hadoop.io.LongWritable",
          "org.apache.hadoop.io.MD5Hash",
          "org.apache.hadoop.io.NullWritable",
          "org.apache.hadoop.io.ShortWritable",
          "org.apache.hadoop.io.Text",
          "org.apache.hadoop.io.VIntWritable",
          "org.apache.hadoop.io.VLongWritable");

  private final Configuration conf;

  private ReduceSidePlan(Configuration conf) {
    this.conf = conf;
  }

  /**
   * Decides, and puts what it means into the job's configuration.
   *
   * @return what was decided, as a sentence without its stop
   */
  public static String apply(SubmittedJob job) {
    Optional<String> objection = new ReduceSidePlan(job.client()).objection(job.conf());
    if (objection.isEmpty()) {
      job.conf().set(MRConfig.SHUFFLE_CONSUMER_PLUGIN, MemoryReduceInput.class.getName());
    }
    String choice =
        "fetched map output "
            + objection
                .map(why -> "not read from memory: " + why)
                .orElse("read from memory: its reducer and its output format keep nothing");
    job.conf().set(CHOICE, choice);
    return choice;
  }

  /**
   * Returns what was decided for a submitted job, as a sentence without its stop; empty for one
   * that was submitted in another way.
   */
  public static Optional<String> choice(Configuration job) {
    return Optional.ofNullable(job.get(CHOICE));
  }

  private Optional<String> objection(Configuration job) {
    return ofMode()
        .or(this::ofReduces)
        .or(() -> ofShuffle(job))
        .or(this::ofAttempts)
        .or(() -> ReducerCode.otherLoading(conf))
        .or(this::ofReducer)
        .or(this::ofFormat)
        .or(this::ofRecords);
  }

  private Optional<String> ofMode() {
    return ReduceSideKeys.MODE.get(conf::get)
        ? Optional.empty()
        : Optional.of(ReduceSideKeys.MODE.name() + " is off");
  }

  private Optional<String> ofReduces() {
    if (conf.getInt(MRJobConfig.NUM_REDUCES, 1) == 0) {
      return Optional.of("the job has no reducers");
    }
    return conf.getBoolean(MRJobConfig.JOB_UBERTASK_ENABLE, false)
        ? Optional.of("the job may run in its own master (" + MRJobConfig.JOB_UBERTASK_ENABLE + ")")
        : Optional.empty();
  }

  /** What a job or the cluster says of its own stays, and a shared shuffle fetches nothing. */
  private Optional<String> ofShuffle(Configuration job) {
    String consumer = job.getTrimmed(MRConfig.SHUFFLE_CONSUMER_PLUGIN, Shuffle.class.getName());
    if (!consumer.equals(Shuffle.class.getName())) {
      return Optional.of(MRConfig.SHUFFLE_CONSUMER_PLUGIN + " is " + consumer + " already");
    }
    return ConfigurationSources.isSet(conf, MRJobConfig.REDUCE_INPUT_BUFFER_PERCENT)
        ? Optional.of(MRJobConfig.REDUCE_INPUT_BUFFER_PERCENT + " is set already")
        : Optional.empty();
  }

  /** One that runs out of memory is tried again as Hadoop runs it. */
  private Optional<String> ofAttempts() {
    return new JobConf(conf).getMaxReduceAttempts() < 2
        ? Optional.of("a reduce has one attempt only")
        : Optional.empty();
  }

  private Optional<String> ofReducer() {
    ReducerCode reducer = ReducerCode.of(conf);
    return reducer.keepsNothing()
        ? Optional.empty()
        : Optional.of("its reducer " + reducer.name() + " is not shown to keep nothing");
  }

  private Optional<String> ofFormat() {
    String format =
        ReducerCode.usesNewInterface(conf)
            ? conf.getTrimmed(
                MRJobConfig.OUTPUT_FORMAT_CLASS_ATTR,
                "org.apache.hadoop.mapreduce.lib.output.TextOutputFormat")
            : conf.getTrimmed(
                "mapred.output.format.class", "org.apache.hadoop.mapred.TextOutputFormat");
    return FORMATS.contains(format)
        ? Optional.empty()
        : Optional.of("its output format " + format + " is not known to keep nothing");
  }

  private Optional<String> ofRecords() {
    if (ReducerCode.usesNewInterface(conf)) {
      return Optional.empty();
    }
    Optional<String> unknown =
        Stream.of(
                ReducerCode.output(
                    conf, MRJobConfig.MAP_OUTPUT_KEY_CLASS, MRJobConfig.OUTPUT_KEY_CLASS),
                ReducerCode.output(
                    conf, MRJobConfig.MAP_OUTPUT_VALUE_CLASS, MRJobConfig.OUTPUT_VALUE_CLASS))
            .filter(name -> !OF_KNOWN_LENGTH.contains(name))
            .findFirst();
    if (unknown.isPresent()) {
      return Optional.of(
          "its reducer is of the mapred interface, and "
              + unknown.get()
              + " is not known to read no further than it wrote");
    }
    return conf.getTrimmedStrings(SERIALIZATIONS, WRITABLE)[0].equals(WRITABLE)
        ? Optional.empty()
        : Optional.of(SERIALIZATIONS + " does not begin with Hadoop's own");
  }
}
