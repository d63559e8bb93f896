// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.situ.mapreduce.launch.KeptArchive;
import io.situ.mapreduce.launch.LaunchKeys;
import io.situ.mapreduce.regroup.WrittenJob;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.ipc.Server;
import org.apache.hadoop.mapred.YARNRunner;
import org.apache.hadoop.mapreduce.JobID;
import org.apache.hadoop.mapreduce.JobPriority;
import org.apache.hadoop.mapreduce.JobStatus;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.protocol.ClientProtocol;
import org.apache.hadoop.net.NetUtils;
import org.apache.hadoop.security.Credentials;
import org.apache.hadoop.yarn.api.ApplicationClientProtocol;
import org.apache.hadoop.yarn.api.protocolrecords.GetClusterNodesResponse;
import org.apache.hadoop.yarn.exceptions.ApplicationNotFoundException;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.apache.hadoop.yarn.ipc.YarnRPC;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Submissions to a cluster that does not run anything. */
class SituClientProtocolTest {

  @TempDir private Path scratch;

  private WrittenJob written;
  private Server resourceManager;

  @BeforeEach
  void start() throws Exception {
    written = new WrittenJob(scratch.resolve("job"));
    resourceManager = resourceManager(written.conf);
    resourceManager.start();
    written.conf.set(
        "yarn.resourcemanager.address",
        NetUtils.getHostPortString(NetUtils.getConnectAddress(resourceManager)));
    KeptArchive.make(scratch.resolve("kept"));
    written.conf.set(LaunchKeys.DIRECTORY.name(), scratch.resolve("kept").toUri().toString());
    written.conf.set(MRJobConfig.MR_AM_COMMAND_OPTS, "-Xmx${heap}");
  }

  @AfterEach
  void stop() {
    resourceManager.stop();
  }

  /** Has no host and knows no job. */
  private static Server resourceManager(Configuration conf) {
    Object answers =
        Proxy.newProxyInstance(
            SituClientProtocolTest.class.getClassLoader(),
            new Class<?>[] {ApplicationClientProtocol.class},
            (proxy, method, args) -> {
              if (method.getName().equals("getClusterNodes")) {
                return GetClusterNodesResponse.newInstance(List.of());
              }
              throw new ApplicationNotFoundException(method.getName());
            });
    return YarnRPC.create(conf)
        .getServer(
            ApplicationClientProtocol.class,
            answers,
            new InetSocketAddress("127.0.0.1", 0),
            conf,
            null,
            1);
  }

  /** Keeps what YARN would be given with each job. */
  private static final class Runner extends YARNRunner {

    private final Configuration client;
    private final List<String> files = new ArrayList<>();
    private final List<String> options = new ArrayList<>();
    private boolean refuses;

    Runner(Configuration client) {
      super(client);
      this.client = client;
    }

    @Override
    public JobStatus submitJob(JobID job, String directory, Credentials credentials)
        throws IOException {
      files.add(client.get(MRJobConfig.CACHE_FILES));
      options.add(client.get(MRJobConfig.MR_AM_COMMAND_OPTS));
      if (refuses) {
        throw new IOException("refused", new YarnException());
      }
      JobStatus.State state = JobStatus.State.RUNNING;
      return new JobStatus(job, 0, 0, 0, 0, state, JobPriority.NORMAL, "", "", "", "");
    }
  }

  private void submit(ClientProtocol protocol, int number) throws Exception {
    written.write(WrittenJob.split("a", 0, 100, "node1"));
    protocol.submitJob(
        new JobID("1500000000000", number), scratch.resolve("job").toString(), new Credentials());
  }

  private static ClientProtocol over(Runner runner, Configuration client) {
    return (ClientProtocol)
        Proxy.newProxyInstance(
            SituClientProtocolTest.class.getClassLoader(),
            new Class<?>[] {ClientProtocol.class},
            new SituClientProtocol(runner, client));
  }

  /** As where a user submits several jobs that are made of one configuration. */
  @Test
  void eachJobOfAConfigurationStartsWithTheClassArchiveAndTheConfigurationStaysAsItWas()
      throws Exception {
    Configuration untouched = new Configuration(written.conf);
    Runner runner = new Runner(written.conf);
    try {
      ClientProtocol protocol = over(runner, written.conf);
      submit(protocol, 1);
      assertThat(written.conf).containsExactlyInAnyOrderElementsOf(untouched);
      submit(protocol, 2);
      assertThat(written.conf).containsExactlyInAnyOrderElementsOf(untouched);
      runner.refuses = true;
      assertThatThrownBy(() -> submit(protocol, 3)).hasMessage("refused");
      assertThat(written.conf).containsExactlyInAnyOrderElementsOf(untouched);
    } finally {
      runner.close();
    }

    assertThat(runner.files)
        .hasSize(3)
        .allSatisfy(
            list -> assertThat(list).endsWith("kept/x.jsa#situ-classes.jsa").doesNotContain(","));
    assertThat(runner.options)
        .allSatisfy(
            line ->
                assertThat(line)
                    .startsWith("-Xmx")
                    .containsOnlyOnce("-XX:SharedArchiveFile=situ-classes.jsa"));
  }
}
