// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce.rpc;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.net.InetSocketAddress;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.ipc.Server;
import org.apache.hadoop.security.token.SecretManager;
import org.apache.hadoop.security.token.TokenIdentifier;
import org.apache.hadoop.yarn.api.ApplicationMasterProtocol;
import org.apache.hadoop.yarn.api.protocolrecords.AllocateRequest;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.apache.hadoop.yarn.ipc.YarnRPC;

/**
 * Stands between the stock MapReduce application master and the ResourceManager, and edits what
 * they say to each other. Set per job as {@code yarn.ipc.rpc.class}; neither client nor cluster
 * sees the key, and what was set there before does the work. Every protocol but that one passes
 * untouched. Thread-safe if the {@link Edits} are.
 */
public abstract class MasterRpc extends YarnRPC {

  private final RpcChain chain;

  /** Edits the talk of one application master. */
  protected interface Edits {

    /**
     * Edits a request before it is sent. What an {@link AllocateRequest} asks for is the master's
     * own again after the call.
     *
     * @param request one of {@link ApplicationMasterProtocol}
     */
    default void before(Object request) {}

    /**
     * Edits the answer before the master has it.
     *
     * @param answer one of {@link ApplicationMasterProtocol}
     */
    void after(Object answer);
  }

  /**
   * Creates one.
   *
   * @param chain knows what stands behind it
   */
  protected MasterRpc(RpcChain chain) {
    this.chain = chain;
  }

  /** Returns what edits the talk of a new application master with this configuration. */
  protected abstract Edits edits(Configuration conf);

  @Override
  @SuppressWarnings("rawtypes")
  public final Object getProxy(Class protocol, InetSocketAddress address, Configuration conf) {
    Object stock = chain.next(conf).getProxy(protocol, address, conf);
    if (protocol != ApplicationMasterProtocol.class) {
      return stock;
    }
    return Proxy.newProxyInstance(
        getClass().getClassLoader(),
        stock.getClass().getInterfaces(),
        new Edited(chain, stock, edits(conf)));
  }

  @Override
  public final void stopProxy(Object proxy, Configuration conf) {
    boolean ours =
        Proxy.isProxyClass(proxy.getClass())
            && Proxy.getInvocationHandler(proxy) instanceof Edited edited
            && edited.chain.equals(chain);
    Object stock = ours ? ((Edited) Proxy.getInvocationHandler(proxy)).stock : proxy;
    chain.next(conf).stopProxy(stock, conf);
  }

  @Override
  @SuppressWarnings("rawtypes")
  public final Server getServer(
      Class protocol,
      Object instance,
      InetSocketAddress address,
      Configuration conf,
      SecretManager<? extends TokenIdentifier> secrets,
      int handlers,
      String portRange) {
    return chain
        .next(conf)
        .getServer(protocol, instance, address, conf, secrets, handlers, portRange);
  }

  /**
   * Hadoop's retries are above it and send the very request again that failed: that is sent as it
   * was edited the first time, since edits keep what they have asked for. Not thread-safe, as the
   * requests are not.
   */
  private static final class Edited implements InvocationHandler {
    private final RpcChain chain;
    private final Object stock;
    private final Edits edits;
    private AllocateRequest unanswered;
    private List<ResourceRequest> editedAsks = List.of();

    Edited(RpcChain chain, Object stock, Edits edits) {
      this.chain = chain;
      this.stock = stock;
      this.edits = edits;
    }

    @Override
    public Object invoke(Object self, Method method, Object[] args) throws Throwable {
      if (args == null || args.length != 1 || method.getDeclaringClass() == Object.class) {
        return call(method, args);
      }
      Object answer;
      if (args[0] instanceof AllocateRequest request) {
        answer = allocate(method, request);
      } else {
        edits.before(args[0]);
        answer = call(method, args);
      }
      edits.after(answer);
      return answer;
    }

    /** The request is the master's own again when this returns. */
    private Object allocate(Method method, AllocateRequest request) throws Throwable {
      List<ResourceRequest> asks = List.copyOf(request.getAskList());
      try {
        if (request == unanswered) {
          request.setAskList(editedAsks);
        } else {
          edits.before(request);
          editedAsks = List.copyOf(request.getAskList());
          unanswered = request;
        }
        Object answer = call(method, request);
        unanswered = null;
        return answer;
      } finally {
        request.setAskList(asks);
      }
    }

    private Object call(Method method, Object... args) throws Throwable {
      try {
        return method.invoke(stock, args);
      } catch (InvocationTargetException e) {
        throw e.getCause();
      }
    }
  }
}
