// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce;

import io.situ.hadoop.fs.config.SituKeys;
import io.situ.mapreduce.jobfile.ConfigurationSources;
import io.situ.mapreduce.launch.KeptJar;
import io.situ.mapreduce.yarn.Framework;
import java.io.IOException;
import java.nio.file.Files;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.MRConfig;

/**
 * Puts Situ's configuration over the user's, as the last of Hadoop's default resources, so that
 * every {@code Configuration} a job makes sees it.
 */
final class LaunchConf {

  private static final String RESOURCE = "situ-run.xml";
  private static final String JARS = "tmpjars";

  /** Configuration key, set for the jobs of this process: what is in {@link #JARS} for Situ. */
  private static final String OWN_JARS = "situ.mapreduce.launch.tmpjars";

  /**
   * Where a task costs nothing to start, small ones are better: Hadoop's own local file system says
   * 32 MB too, and that much map output fits its sort buffer, so that it is spilled once.
   */
  private static final String LOCAL_BLOCK_SIZE = "32m";

  private LaunchConf() {}

  static void install(LaunchPlan plan) throws IOException {
    Configuration user = new JobConf();
    Configuration made = compose(plan, user);
    keepJars(user, made);
    Files.createDirectories(plan.confDirectory());
    try (var out = Files.newOutputStream(plan.confDirectory().resolve(RESOURCE))) {
      made.writeXml(out);
    }
    Configuration.addDefaultResource(RESOURCE);
  }

  /**
   * Situ's own jars are on the cluster already if a job before this one has sent them. With a
   * wildcard Hadoop has hosts copy only those jars that it uploads itself.
   */
  static void keepJars(Configuration user, Configuration made) {
    String own = made.get(OWN_JARS);
    if (own == null) {
      return;
    }
    String all = made.get(JARS);
    String kept = KeptJar.keep(own, user);
    made.set(OWN_JARS, kept);
    made.set(JARS, all.substring(0, all.length() - own.length()) + kept);
    if (!kept.equals(own)) {
      made.setBoolean(Job.USE_WILDCARD_FOR_LIBJARS, false);
    }
  }

  /**
   * Has a job bring Situ's jars along where {@code -libjars}, or the job itself, has put others in
   * their place. Changes nothing in processes that {@link #install} was not called in.
   */
  static void addJars(Configuration job) {
    Set<String> jars = new LinkedHashSet<>(job.getStringCollection(JARS));
    if (jars.addAll(job.getStringCollection(OWN_JARS))) {
      job.setStrings(JARS, jars.toArray(new String[0]));
    }
  }

  /**
   * Returns what is put over the user's configuration.
   *
   * @param user gets the same put over it
   */
  static Configuration compose(LaunchPlan plan, Configuration user) {
    Configuration made = new Configuration(false);
    plan.defaults().forEach((key, value) -> setDefault(user, made, key, value));
    plan.settings().forEach(made::set);
    Optional<String> jars = Optional.ofNullable(user.get(JARS));
    user.addResource(made);
    if (Framework.of(user) == Framework.LOCAL) {
      plan.localSettings().forEach(made::set);
      setDefault(user, made, SituKeys.blockSize(), LOCAL_BLOCK_SIZE);
      made.set(Framework.KEY.name(), Framework.LOCAL.toString());
      made.unset(JARS);
    } else if (made.get(JARS) != null) {
      made.set(OWN_JARS, made.get(JARS));
      jars.ifPresent(others -> made.set(JARS, others + "," + made.get(OWN_JARS)));
    }
    made.set(MRConfig.FRAMEWORK_NAME, JobKeys.FRAMEWORK_NAME);
    return made;
  }

  private static void setDefault(Configuration user, Configuration made, String key, String value) {
    if (made.get(key) == null && !ConfigurationSources.isSet(user, key)) {
      made.set(key, value);
    }
  }
}
