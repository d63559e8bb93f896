package io.situ.hdfs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.server.namenode.ha.HAProxyFactory;
import org.apache.hadoop.hdfs.server.namenode.ha.IPFailoverProxyProvider;
import org.apache.hadoop.ipc.Client;
import org.apache.hadoop.ipc.RPC;
import org.apache.hadoop.ipc.RpcInvocationHandler;

/**
 * A client's way to the NameNode that notes the names of the calls, and halts the process right
 * before or after the first call of one name.
 */
public final class HaltingNameNode<T> extends IPFailoverProxyProvider<T> {

  static final int HALTED = 77;

  /** Where the names are noted, a line each. */
  static final String NOTES = "situ.test.calls";

  /** Where to halt, as {@code NAME:before} or {@code NAME:after}; nowhere if it is not set. */
  static final String HALT = "situ.test.halt";

  private final Configuration conf;
  private final Class<T> protocol;
  private boolean wrapped;

  /** Called by Hadoop. */
  public HaltingNameNode(
      Configuration conf, URI uri, Class<T> protocol, HAProxyFactory<T> factory) {
    super(conf, uri, protocol, factory);
    this.conf = conf;
    this.protocol = protocol;
  }

  @Override
  public synchronized NNProxyInfo<T> getProxy() {
    NNProxyInfo<T> info = super.getProxy();
    if (!wrapped) {
      wrapped = true;
      info.proxy =
          protocol.cast(
              Proxy.newProxyInstance(
                  protocol.getClassLoader(),
                  new Class<?>[] {protocol},
                  new Calls(info.proxy, Path.of(conf.get(NOTES)), conf.get(HALT, ""))));
    }
    return info;
  }

  private record Calls(Object nameNode, Path notes, String halt) implements RpcInvocationHandler {

    @Override
    public Object invoke(Object proxy, Method method, Object[] arguments) throws Throwable {
      note(method.getName());
      haltAt(method.getName() + ":before");
      try {
        return method.invoke(nameNode, arguments);
      } catch (InvocationTargetException e) {
        throw e.getCause();
      } finally {
        haltAt(method.getName() + ":after");
      }
    }

    private synchronized void note(String name) {
      try {
        Files.writeString(notes, name + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    private void haltAt(String place) {
      if (halt.equals(place)) {
        Runtime.getRuntime().halt(HALTED);
      }
    }

    @Override
    public Client.ConnectionId getConnectionId() {
      return RPC.getConnectionIdForProxy(nameNode);
    }

    @Override
    public void close() {
      RPC.stopProxy(nameNode);
    }
  }
}
