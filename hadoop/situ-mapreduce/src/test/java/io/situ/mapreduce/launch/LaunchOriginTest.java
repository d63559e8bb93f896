// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.junit.jupiter.api.Test;

class LaunchOriginTest {

  private final Configuration made = new Configuration();
  private final Configuration job = new Configuration();

  private boolean isSame() {
    return LaunchOrigin.of(made, Map.of()).difference(LaunchOrigin.of(job, Map.of())).isEmpty();
  }

  @Test
  void whatHasNothingToDoWithClassesMakesNoDifference() {
    job.set("mapreduce.map.env", "FOO=1");
    job.set("mapreduce.job.name", "x");

    assertThat(isSame()).isTrue();
  }

  @Test
  void bothClassPathsCount() {
    job.set("yarn.application.classpath", "/new/*");
    assertThat(isSame()).isFalse();

    made.set("yarn.application.classpath", "/new/*");
    assertThat(isSame()).isTrue();

    made.set(MRJobConfig.MAPREDUCE_APPLICATION_CLASSPATH, "${hadoop.place}/*");
    job.set(MRJobConfig.MAPREDUCE_APPLICATION_CLASSPATH, "${hadoop.place}/*");
    made.set("hadoop.place", "/old");
    job.set("hadoop.place", "/new");
    assertThat(isSame()).isFalse();
  }

  /** The job that makes an archive has not all of the keys of the one that found none. */
  @Test
  void aCopyStartsFromTheSame() {
    made.set(MRJobConfig.MAPREDUCE_APPLICATION_CLASSPATH, "${own.place}/*,$HADOOP_MAPRED_HOME/*");
    made.set("own.place", "/own");
    made.set("mapreduce.map.env", "HADOOP_MAPRED_HOME=/x,FOO=1");
    made.set("mapreduce.reduce.env.HADOOP_MAPRED_HOME", "/y,z");
    assertThat(isSame()).isFalse();

    LaunchOrigin.copy(made, job);
    assertThat(isSame()).isTrue();
  }

  @Test
  void directoriesOfEnvironmentsCount() {
    for (String key : LaunchOrigin.ENVIRONMENTS) {
      job.set(key, "FOO=1,HADOOP_MAPRED_HOME=/new");
      assertThat(isSame()).as(key).isFalse();
      job.unset(key);
      job.set(key + ".HADOOP_MAPRED_HOME", "/new");
      assertThat(isSame()).as(key).isFalse();
      job.unset(key + ".HADOOP_MAPRED_HOME");
    }
  }

  @Test
  void variablesOfClassPathsCount() {
    made.set(MRJobConfig.MAPREDUCE_APPLICATION_CLASSPATH, "$PLACE/*,${OTHER}/*,{{THIRD}}/*");
    LaunchOrigin.copy(made, job);
    assertThat(isSame()).isTrue();
    for (String name : new String[] {"PLACE", "OTHER", "THIRD"}) {
      job.set("mapreduce.map.env", name + "=/new");
      assertThat(isSame()).as(name).isFalse();
    }
  }

  /** Hadoop's client puts values of its own environment in. */
  @Test
  void variablesOfTheClientCountWhereTheyAreNamed() {
    made.set("yarn.app.mapreduce.am.env", "HADOOP_MAPRED_HOME=$HADOOP_HOME");
    LaunchOrigin.copy(made, job);
    Map<String, String> old = Map.of("HADOOP_HOME", "/old", "X_HOME", "/x");
    LaunchOrigin origin = LaunchOrigin.of(made, old);

    assertThat(origin.difference(LaunchOrigin.of(job, Map.of("HADOOP_HOME", "/old")))).isEmpty();
    assertThat(origin.difference(LaunchOrigin.of(job, Map.of("HADOOP_HOME", "/new"))))
        .contains("was made where the client's variable HADOOP_HOME is '/old' and not '/new'");
  }

  /** Such as the client's working directory in the path of native libraries. */
  @Test
  void variablesThatHaveNothingToDoWithClassesDoNotCount() {
    made.set("mapreduce.admin.user.env", "LD_LIBRARY_PATH=$PWD:$HADOOP_COMMON_HOME/lib/native");
    LaunchOrigin origin = LaunchOrigin.of(made, Map.of("PWD", "/here"));

    assertThat(origin.difference(LaunchOrigin.of(made, Map.of("PWD", "/there")))).isEmpty();
  }

  @Test
  void variablesOfVariablesCount() {
    made.set("mapreduce.map.env", "HADOOP_MAPRED_HOME=$BASE/hadoop,BASE=/old");
    job.set("mapreduce.map.env", "HADOOP_MAPRED_HOME=$BASE/hadoop,BASE=/new");

    assertThat(isSame()).isFalse();
  }

  @Test
  void aNoteSaysWhatItSaid() {
    LaunchOrigin origin = LaunchOrigin.of(made);

    assertThat(LaunchOrigin.of(origin.toJson())).isEqualTo(origin);
  }
}
