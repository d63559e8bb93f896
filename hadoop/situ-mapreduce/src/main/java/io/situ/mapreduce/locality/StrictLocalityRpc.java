package io.situ.mapreduce.locality;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.net.InetSocketAddress;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.api.ApplicationMasterProtocol;
import org.apache.hadoop.yarn.api.protocolrecords.AllocateRequest;
import org.apache.hadoop.yarn.api.protocolrecords.AllocateResponse;
import org.apache.hadoop.yarn.ipc.HadoopYarnProtoRPC;

/**
 * Makes the stock MapReduce application master ask for map containers on the named hosts only. Set
 * per job as {@code yarn.ipc.rpc.class}; neither client nor cluster sees the key. Every protocol
 * but the one between application master and ResourceManager passes untouched.
 */
public final class StrictLocalityRpc extends HadoopYarnProtoRPC {

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
    Object stock = super.getProxy(protocol, address, conf);
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
    super.stopProxy(ours ? ((Allocating) Proxy.getInvocationHandler(proxy)).stock() : proxy, conf);
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
