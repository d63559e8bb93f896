// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce.rpc;

import static org.assertj.core.api.Assertions.assertThat;

import io.situ.mapreduce.cost.TakeoverPlan;
import io.situ.mapreduce.locality.StrictLocalityRpc;
import java.lang.reflect.Proxy;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.retry.RetryPolicies;
import org.apache.hadoop.io.retry.RetryProxy;
import org.apache.hadoop.yarn.api.ApplicationMasterProtocol;
import org.apache.hadoop.yarn.api.protocolrecords.AllocateRequest;
import org.apache.hadoop.yarn.api.protocolrecords.AllocateResponse;
import org.apache.hadoop.yarn.api.records.Priority;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.ipc.YarnRPC;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** An application master's requests below Hadoop's own retries, of which some fail. */
class MasterRpcTest {

  private static final List<Map<String, Integer>> SENT = new ArrayList<>();
  private static int failures;

  /** A ResourceManager that cannot be reached at times. */
  public static final class Unreachable extends ClientRpc {
    @Override
    @SuppressWarnings("rawtypes")
    public Object getProxy(Class protocol, InetSocketAddress address, Configuration conf) {
      return Proxy.newProxyInstance(
          MasterRpcTest.class.getClassLoader(),
          new Class<?>[] {protocol},
          (self, method, arguments) -> allocate((AllocateRequest) arguments[0]));
    }

    private static AllocateResponse allocate(AllocateRequest request) throws ConnectException {
      SENT.add(counts(request));
      if (failures > 0) {
        failures--;
        throw new ConnectException("connection refused");
      }
      return AllocateResponse.newBuilder()
          .allocatedContainers(List.of())
          .completedContainersStatuses(List.of())
          .updatedNodes(List.of())
          .build();
    }
  }

  private ApplicationMasterProtocol master;
  private int heartbeats = 1;

  /** Two hosts with a slot each; a map takes 20 s, and 2 s more where its bytes are not. */
  @BeforeEach
  void connect() {
    SENT.clear();
    failures = 0;
    Configuration job = new Configuration(false);
    job.set("situ.mapreduce.locality", "auto");
    new TakeoverPlan(20, 2, Map.of("node1", 1, "node2", 1)).write(job);
    job.set(YarnConfiguration.IPC_RPC_IMPL, Unreachable.class.getName());
    StrictLocalityRpc.CHAIN.install(job);
    InetSocketAddress address = new InetSocketAddress("localhost", 1);
    ApplicationMasterProtocol edited =
        (ApplicationMasterProtocol)
            YarnRPC.create(job).getProxy(ApplicationMasterProtocol.class, address, job);
    master =
        (ApplicationMasterProtocol)
            RetryProxy.create(ApplicationMasterProtocol.class, edited, RetryPolicies.RETRY_FOREVER);
  }

  private AllocateRequest allocate(int tasks) throws Exception {
    AllocateRequest request =
        AllocateRequest.newInstance(
            heartbeats++,
            0,
            List.of(ask("node1", tasks), ask("/default-rack", tasks), ask("*", tasks)),
            List.of(),
            null);
    master.allocate(request);
    return request;
  }

  private static ResourceRequest ask(String name, int count) {
    return ResourceRequest.newInstance(
        Priority.newInstance(20), name, Resource.newInstance(1024, 1), count);
  }

  private static Map<String, Integer> counts(AllocateRequest request) {
    Map<String, Integer> counts = new TreeMap<>();
    request.getAskList().forEach(ask -> counts.put(ask.getResourceName(), ask.getNumContainers()));
    return counts;
  }

  @Test
  void aRequestThatWasNotAnsweredIsSentAgainAsItWas() throws Exception {
    failures = 2;
    AllocateRequest request = allocate(3);

    assertThat(SENT).hasSize(3).allMatch(SENT.get(0)::equals);
    assertThat(SENT.get(0)).containsEntry("node1", 3).containsEntry("node2", 1);
    assertThat(counts(request))
        .as("the master's own")
        .isEqualTo(Map.of("node1", 3, "*", 3, "/default-rack", 3));
  }

  @Test
  void whatIsAskedForBeyondTheMastersOwnIsNotTakenForThatAfterAFailure() throws Exception {
    failures = 1;
    allocate(3);
    allocate(0);

    assertThat(SENT.get(2))
        .containsEntry("node2", 0)
        .allSatisfy((name, n) -> assertThat(n).isZero());
    allocate(3);
    assertThat(SENT.get(3)).as("an idle host takes over again").containsEntry("node2", 1);
  }
}
