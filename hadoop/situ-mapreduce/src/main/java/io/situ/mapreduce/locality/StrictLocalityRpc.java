package io.situ.mapreduce.locality;

import io.situ.mapreduce.rpc.RpcChain;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.net.InetSocketAddress;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.ipc.Server;
import org.apache.hadoop.security.token.SecretManager;
import org.apache.hadoop.security.token.TokenIdentifier;
import org.apache.hadoop.yarn.api.ApplicationMasterProtocol;
import org.apache.hadoop.yarn.api.protocolrecords.AllocateRequest;
import org.apache.hadoop.yarn.api.protocolrecords.AllocateResponse;
import org.apache.hadoop.yarn.ipc.YarnRPC;

/**
 * Makes the stock MapReduce application master ask for map containers on the named hosts only. Set
 * per job as {@code yarn.ipc.rpc.class}; neither client nor cluster sees the key, and what a site
 * has set there does the work. Every protocol but the one between application master and
 * ResourceManager passes untouched.
 */
public final class StrictLocalityRpc extends YarnRPC {

  /** Puts it into a job. */
  public static final RpcChain CHAIN =
      new RpcChain(StrictLocalityRpc.class, "situ.mapreduce.locality.rpc.next");

  /**
   * Milliseconds without a new map container after which waiting maps may run on any host; once one
   * of the job's hosts has no map left that waits for it, new containers do not count.
   */
  public static final String WAIT = "situ.mapreduce.locality.wait";

  private static final long DEFAULT_WAIT = 30_000;

  /** What a job says of {@link #WAIT}; 0 or less leaves locality to the scheduler. */
  public static long waitMillis(Configuration conf) {
    return conf.getTimeDuration(WAIT, DEFAULT_WAIT, TimeUnit.MILLISECONDS);
  }

  @Override
  @SuppressWarnings("rawtypes")
  public Object getProxy(Class protocol, InetSocketAddress address, Configuration conf) {
    Object stock = CHAIN.next(conf).getProxy(protocol, address, conf);
    if (protocol != ApplicationMasterProtocol.class) {
      return stock;
    }
    StrictAsks asks = new StrictAsks(waitMillis(conf));
    return Proxy.newProxyInstance(
        StrictLocalityRpc.class.getClassLoader(),
        stock.getClass().getInterfaces(),
        new Allocating(stock, asks));
  }

  @Override
  public void stopProxy(Object proxy, Configuration conf) {
    boolean ours =
        Proxy.isProxyClass(proxy.getClass())
            && Proxy.getInvocationHandler(proxy) instanceof Allocating;
    CHAIN
        .next(conf)
        .stopProxy(ours ? ((Allocating) Proxy.getInvocationHandler(proxy)).stock() : proxy, conf);
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

  private record Allocating(Object stock, StrictAsks asks) implements InvocationHandler {
    @Override
    public Object invoke(Object self, Method method, Object[] args) throws Throwable {
      try {
        if (args != null && args.length == 1 && args[0] instanceof AllocateRequest request) {
          request.setAskList(asks.tighten(request.getAskList(), System.nanoTime()));
          AllocateResponse response = (AllocateResponse) method.invoke(stock, request);
          asks.allocated(response.getAllocatedContainers(), System.nanoTime());
          return response;
        }
        return method.invoke(stock, args);
      } catch (InvocationTargetException e) {
        throw e.getCause();
      }
    }
  }
}
