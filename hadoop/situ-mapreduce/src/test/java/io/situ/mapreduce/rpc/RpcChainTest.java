// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce.rpc;

import static org.assertj.core.api.Assertions.assertThat;

import io.situ.mapreduce.locality.StrictLocalityRpc;
import java.lang.reflect.Proxy;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.api.ApplicationMasterProtocol;
import org.apache.hadoop.yarn.api.ContainerManagementProtocol;
import org.apache.hadoop.yarn.api.protocolrecords.AllocateRequest;
import org.apache.hadoop.yarn.api.records.Priority;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.ipc.HadoopYarnProtoRPC;
import org.apache.hadoop.yarn.ipc.YarnRPC;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A site's own RPC below Situ's. */
class RpcChainTest {

  private static final InetSocketAddress ADDRESS = new InetSocketAddress("localhost", 1);
  private static final List<Object> MADE = new ArrayList<>();
  private static final List<Object> STOPPED = new ArrayList<>();
  private static final List<List<ResourceRequest>> ASKED = new ArrayList<>();

  /** What a site has set. */
  public static final class SitesOwn extends ClientRpc {
    @Override
    @SuppressWarnings("rawtypes")
    public Object getProxy(Class protocol, InetSocketAddress address, Configuration conf) {
      Object proxy =
          Proxy.newProxyInstance(
              RpcChainTest.class.getClassLoader(),
              new Class<?>[] {protocol},
              (self, method, arguments) -> {
                ASKED.add(List.copyOf(((AllocateRequest) arguments[0]).getAskList()));
                return null;
              });
      MADE.add(Proxy.getInvocationHandler(proxy));
      return proxy;
    }

    @Override
    public void stopProxy(Object proxy, Configuration conf) {
      STOPPED.add(Proxy.getInvocationHandler(proxy));
    }
  }

  private final Configuration job = new Configuration(false);

  @BeforeEach
  void forget() {
    MADE.clear();
    STOPPED.clear();
    ASKED.clear();
  }

  @Test
  void doesTheWork() {
    job.set(YarnConfiguration.IPC_RPC_IMPL, SitesOwn.class.getName());
    StrictLocalityRpc.CHAIN.install(job);
    StrictLocalityRpc.CHAIN.install(job);

    YarnRPC rpc = YarnRPC.create(job);
    Object master = rpc.getProxy(ApplicationMasterProtocol.class, ADDRESS, job);
    Object node = rpc.getProxy(ContainerManagementProtocol.class, ADDRESS, job);
    rpc.stopProxy(master, job);
    rpc.stopProxy(node, job);

    assertThat(rpc).isInstanceOf(StrictLocalityRpc.class);
    assertThat(MADE).hasSize(2);
    assertThat(STOPPED).isEqualTo(MADE);
  }

  @Test
  void doesTheWorkBelowBoth() throws Exception {
    job.set(YarnConfiguration.IPC_RPC_IMPL, SitesOwn.class.getName());
    StrictLocalityRpc.CHAIN.install(job);
    Class<?> shared = Class.forName("io.situ.mapreduce.shuffle.SharedShuffleRpc");
    new RpcChain(shared.asSubclass(YarnRPC.class), "situ.mapreduce.shuffle.rpc.next").install(job);

    YarnRPC rpc = YarnRPC.create(job);
    ApplicationMasterProtocol master =
        (ApplicationMasterProtocol) rpc.getProxy(ApplicationMasterProtocol.class, ADDRESS, job);
    ResourceRequest map =
        ResourceRequest.newInstance(
            Priority.newInstance(20), ResourceRequest.ANY, Resource.newInstance(1024, 1), 1);
    AllocateRequest request = AllocateRequest.newInstance(0, 0, List.of(map), List.of(), null);
    master.allocate(request);
    rpc.stopProxy(master, job);

    assertThat(rpc).isInstanceOf(shared);
    assertThat(ASKED).hasSize(1);
    assertThat(ASKED.get(0)).hasSize(1).noneMatch(ResourceRequest::getRelaxLocality);
    assertThat(request.getAskList()).hasSize(1).allMatch(ResourceRequest::getRelaxLocality);
    assertThat(STOPPED).isEqualTo(MADE).hasSize(1);
  }

  @Test
  void isHadoopsUsualOneWhereASiteHasNone() {
    StrictLocalityRpc.CHAIN.install(job);

    assertThat(job.get(YarnConfiguration.IPC_RPC_IMPL))
        .isEqualTo(StrictLocalityRpc.class.getName());
    assertThat(StrictLocalityRpc.CHAIN.next(job)).isInstanceOf(HadoopYarnProtoRPC.class);
  }

  @Test
  void severalStandBehindEachOther() {
    job.set(YarnConfiguration.IPC_RPC_IMPL, SitesOwn.class.getName());
    StrictLocalityRpc.CHAIN.install(job);
    RpcChain outer = new RpcChain(SitesOwn.class, "test.rpc.next");

    outer.install(job);

    assertThat(outer.next(job)).isInstanceOf(StrictLocalityRpc.class);
    assertThat(StrictLocalityRpc.CHAIN.next(job)).isInstanceOf(SitesOwn.class);
  }
}
