package io.situ.mapreduce.shuffle;

import io.situ.mapreduce.rpc.RpcChain;
import java.io.IOException;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.ipc.Server;
import org.apache.hadoop.security.token.SecretManager;
import org.apache.hadoop.security.token.TokenIdentifier;
import org.apache.hadoop.yarn.api.ApplicationMasterProtocol;
import org.apache.hadoop.yarn.api.protocolrecords.AllocateResponse;
import org.apache.hadoop.yarn.api.protocolrecords.FinishApplicationMasterResponse;
import org.apache.hadoop.yarn.api.records.NodeReport;
import org.apache.hadoop.yarn.ipc.YarnRPC;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Stands between the stock MapReduce application master and the ResourceManager of a job with
 * shared map output. The master does not hear of nodes that are lost: it would run their finished
 * maps again, whose output is not lost with them. What ran there is told to it as ended containers
 * all the same. And when the master signs off, the job's directory is removed.
 *
 * <p>Set per job as {@code yarn.ipc.rpc.class}; what was set there before does the work. Every
 * protocol but that one passes untouched.
 */
public final class SharedShuffleRpc extends YarnRPC {

  private static final Logger LOG = LoggerFactory.getLogger(SharedShuffleRpc.class);
  static final RpcChain CHAIN =
      new RpcChain(SharedShuffleRpc.class, "situ.mapreduce.shuffle.rpc.next");

  @Override
  @SuppressWarnings("rawtypes")
  public Object getProxy(Class protocol, InetSocketAddress address, Configuration conf) {
    Object stock = CHAIN.next(conf).getProxy(protocol, address, conf);
    if (protocol != ApplicationMasterProtocol.class) {
      return stock;
    }
    return Proxy.newProxyInstance(
        SharedShuffleRpc.class.getClassLoader(),
        stock.getClass().getInterfaces(),
        new Talking(stock, ShuffleDirectory.of(conf)));
  }

  @Override
  public void stopProxy(Object proxy, Configuration conf) {
    boolean ours =
        Proxy.isProxyClass(proxy.getClass())
            && Proxy.getInvocationHandler(proxy) instanceof Talking;
    CHAIN
        .next(conf)
        .stopProxy(ours ? ((Talking) Proxy.getInvocationHandler(proxy)).stock() : proxy, conf);
  }

  @Override
  @SuppressWarnings("rawtypes")
  public Server getServer(
      Class protocol,
      Object instance,
      InetSocketAddress address,
      Configuration conf,
      SecretManager<? extends TokenIdentifier> secrets,
      int handlers,
      String portRange) {
    return CHAIN
        .next(conf)
        .getServer(protocol, instance, address, conf, secrets, handlers, portRange);
  }

  /** Only what nodes that are lost, decommissioned or sick would cause is left out. */
  static List<NodeReport> withoutUnusable(List<NodeReport> updated) {
    return updated.stream().filter(node -> !node.getNodeState().isUnusable()).toList();
  }

  private record Talking(Object stock, Optional<ShuffleDirectory> directory)
      implements InvocationHandler {

    @Override
    public Object invoke(Object self, Method method, Object[] args) throws Throwable {
      try {
        Object answer = method.invoke(stock, args);
        if (answer instanceof AllocateResponse allocated) {
          allocated.setUpdatedNodes(withoutUnusable(allocated.getUpdatedNodes()));
        } else if (answer instanceof FinishApplicationMasterResponse finished
            && finished.getIsUnregistered()) {
          directory.ifPresent(Talking::remove);
        }
        return answer;
      } catch (InvocationTargetException e) {
        throw e.getCause();
      }
    }

    private static void remove(ShuffleDirectory directory) {
      try {
        directory.remove();
      } catch (IOException e) {
        LOG.warn("{} could not be removed; the job's client or a later job will", directory, e);
      }
    }
  }
}
