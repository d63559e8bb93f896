// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce.mapside;

import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.MRJobConfig;

/** What is known of the reducer of a job. Immutable. */
public final class ReducerCode {

  private static final String OLD_REDUCER = "mapred.reducer.class";

  /** They pass records on. */
  private static final Set<String> IDENTITIES =
      Set.of("org.apache.hadoop.mapreduce.Reducer", "org.apache.hadoop.mapred.lib.IdentityReducer");

  private final String name;
  private final String values;
  private final SumProof sums;

  private ReducerCode(String name, String values, SumProof sums) {
    this.name = name;
    this.values = values;
    this.sums = sums;
  }

  /** Returns that of a job with this configuration, whose classes its class loader finds. */
  public static ReducerCode of(Configuration job) {
    String name =
        usesNewInterface(job)
            ? job.getTrimmed(MRJobConfig.REDUCE_CLASS_ATTR, "org.apache.hadoop.mapreduce.Reducer")
            : job.getTrimmed(OLD_REDUCER, "org.apache.hadoop.mapred.lib.IdentityReducer");
    String values = output(job, MRJobConfig.MAP_OUTPUT_VALUE_CLASS, MRJobConfig.OUTPUT_VALUE_CLASS);
    return new ReducerCode(name, values, new SumProof(job.getClassLoader(), values));
  }

  /** Whether a job's reducer is of {@code org.apache.hadoop.mapreduce}. */
  public static boolean usesNewInterface(Configuration job) {
    return job.getBoolean("mapred.reducer.new-api", false);
  }

  /**
   * Returns why a job's own classes may stand in for Hadoop's, so that names show nothing; empty if
   * they do not.
   */
  public static Optional<String> otherLoading(Configuration job) {
    return Stream.of(
            MRJobConfig.MAPREDUCE_JOB_USER_CLASSPATH_FIRST, MRJobConfig.MAPREDUCE_JOB_CLASSLOADER)
        .filter(key -> job.getBoolean(key, false))
        .findFirst()
        .map(key -> key + " is set");
  }

  /** Returns a class of map output, which is that of the job's output unless the job says else. */
  public static String output(Configuration job, String key, String otherwise) {
    return job.getTrimmed(key, job.getTrimmed(otherwise, "org.apache.hadoop.io.LongWritable"));
  }

  /** Returns the name of its class. */
  public String name() {
    return name;
  }

  /** Returns the name of the class of its values. */
  String values() {
    return values;
  }

  /** Returns whether it is shown to add values of its keys, and to do nothing else. */
  boolean isSum() {
    return sums.isSum(name);
  }

  /** Returns whether a combiner is shown to add its values, and to do nothing else. */
  boolean isSum(String combiner) {
    return sums.isSum(combiner);
  }

  /** Returns whether it is shown to hold no more than one record. */
  public boolean keepsNothing() {
    return IDENTITIES.contains(name) || isSum();
  }
}
