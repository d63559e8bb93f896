// SPDX-License-Identifier: Apache-2.0
package io.situ.hadoop.fs;

import io.situ.hadoop.compat.HadoopFeature;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.serializer.SerializationFactory;
import org.apache.hadoop.io.serializer.WritableSerialization;
import org.apache.hadoop.mapreduce.JobID;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.lib.output.LazyOutputFormat;
import org.apache.hadoop.mapreduce.lib.output.committer.manifest.files.FileEntry;

/**
 * Whether a job's output can be committed by the manifest committer. Output formats that are not
 * Hadoop's may cast their committer to the classic one, or allow their output directory to be there
 * and expect that its files are replaced; such jobs get the classic committer, which they were
 * written for. So do all jobs where Hadoop has no manifest committer.
 *
 * <p>A job has one answer. {@code MultipleOutputs} asks again with another output format in a copy
 * of the task's configuration, and what a committer of another kind is given to write is not
 * committed; so the first answer is kept in the configuration, with the job's identity.
 */
final class CommitterChoice {

  static final String KEPT = "situ.committer.kept";

  /** Spark sets this on every job that writes; since 4.2 only after the committer's set-up. */
  private static final String SPARK_JOB = "spark.sql.sources.writeJobUUID";

  /** Of what Spark writes as rows, before it asks for a committer. */
  private static final String SPARK_CLASSES = "org.apache.spark.";

  private static final String NAMED = "mapreduce.multipleoutputs";
  private static final String LIBRARY = "org.apache.hadoop.mapreduce.lib.output.";

  private static final Set<String> KNOWN =
      Set.of(
          LIBRARY + "TextOutputFormat",
          LIBRARY + "SequenceFileOutputFormat",
          LIBRARY + "SequenceFileAsBinaryOutputFormat",
          LIBRARY + "MapFileOutputFormat",
          LIBRARY + "LazyOutputFormat",
          LIBRARY + "NullOutputFormat",
          "org.apache.hadoop.examples.terasort.TeraOutputFormat");

  private CommitterChoice() {}

  /** Returns whether the manifest committer serves the job that {@code context} is of. */
  static boolean isManifest(TaskAttemptContext context) {
    Configuration conf = context.getConfiguration();
    JobID job = context.getJobID();
    String kept = conf.get(KEPT, "");
    if (kept.startsWith(job + " ")) {
      return kept.endsWith(" manifest");
    }
    boolean manifest = isManifest(conf);
    conf.set(KEPT, job + (manifest ? " manifest" : " classic"));
    return manifest;
  }

  private static boolean isManifest(Configuration conf) {
    return HadoopFeature.MANIFEST_COMMITTER.isPresent()
        && !isSpark(conf)
        && formats(conf).allMatch(KNOWN::contains)
        && isWritable(conf, FileEntry.class);
  }

  private static boolean isSpark(Configuration conf) {
    return conf.get(SPARK_JOB) != null
        || conf.get(MRJobConfig.OUTPUT_VALUE_CLASS, "").startsWith(SPARK_CLASSES);
  }

  private static boolean isWritable(Configuration conf, Class<?> type) {
    Object serialization = new SerializationFactory(conf).getSerialization(type);
    return serialization instanceof WritableSerialization;
  }

  private static Stream<String> formats(Configuration conf) {
    List<String> names = new ArrayList<>();
    names.add(conf.getTrimmed(MRJobConfig.OUTPUT_FORMAT_CLASS_ATTR, LIBRARY + "TextOutputFormat"));
    names.add(conf.getTrimmed(LazyOutputFormat.OUTPUT_FORMAT, LIBRARY + "TextOutputFormat"));
    for (String named : conf.get(NAMED, "").trim().split("\\s+")) {
      names.add(
          conf.getTrimmed(
              NAMED + ".namedOutput." + named + ".format", LIBRARY + "TextOutputFormat"));
    }
    return names.stream();
  }
}
