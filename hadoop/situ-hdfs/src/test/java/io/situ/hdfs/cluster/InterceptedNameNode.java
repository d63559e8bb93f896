// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.cluster;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.client.HdfsClientConfigKeys.Failover;
import org.apache.hadoop.hdfs.server.namenode.ha.HAProxyFactory;
import org.apache.hadoop.hdfs.server.namenode.ha.IPFailoverProxyProvider;
import org.apache.hadoop.ipc.Client;
import org.apache.hadoop.ipc.RPC;
import org.apache.hadoop.ipc.RpcInvocationHandler;

/**
 * A client's way to the NameNode that notes the names of the calls, and stops right before or after
 * the first call of one name: halts the process, or waits while there is a certain file. The call
 * that takes the lock has a name of its own.
 */
public final class InterceptedNameNode<T> extends IPFailoverProxyProvider<T> {

  public static final int HALTED = 77;

  /** Where the names are noted, a line each. */
  public static final String NOTES = "situ.test.calls";

  /** Where to stop, as {@code NAME:before} or {@code NAME:after}; nowhere if it is not set. */
  public static final String STOP = "situ.test.stop";

  /** The file that is made there, and awaited to go; if it is not set the process is halted. */
  public static final String PAUSE = "situ.test.pause";

  /**
   * What a client is configured with that waits at one call while there is a file.
   *
   * @param notes where the names of the calls are noted
   * @param stop as {@link #STOP}
   * @param pause as {@link #PAUSE}
   */
  public static Map<String, String> settings(
      LinkedCluster linked, Path notes, String stop, Path pause) throws IOException {
    Map<String, String> settings = LinkedCluster.keys(linked.cluster().getConfiguration(0));
    settings.put(
        Failover.PROXY_PROVIDER_KEY_PREFIX + "." + linked.hdfs().getUri().getHost(),
        InterceptedNameNode.class.getName());
    settings.put(NOTES, notes.toString());
    settings.put(STOP, stop);
    settings.put(PAUSE, pause.toString());
    return settings;
  }

  private final Configuration conf;
  private final Class<T> protocol;
  private boolean wrapped;

  /** Called by Hadoop. */
  public InterceptedNameNode(
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
                  new Calls(info.proxy, conf)));
    }
    return info;
  }

  private static final String LOCK = "/.situ-attach.lock";

  private static final class Calls implements RpcInvocationHandler {

    private final Object nameNode;
    private final Path notes;
    private final String stop;
    private final String pause;
    private boolean stopped;

    Calls(Object nameNode, Configuration conf) {
      this.nameNode = nameNode;
      this.notes = Path.of(conf.get(NOTES));
      this.stop = conf.get(STOP, "");
      this.pause = conf.get(PAUSE, "");
    }

    @Override
    public Object invoke(Object proxy, Method method, Object[] arguments) throws Throwable {
      String name = name(method, arguments);
      note(name);
      stopAt(name + ":before");
      try {
        return method.invoke(nameNode, arguments);
      } catch (InvocationTargetException e) {
        throw e.getCause();
      } finally {
        stopAt(name + ":after");
      }
    }

    private static String name(Method method, Object[] arguments) {
      boolean first = arguments != null && LOCK.equals(arguments[0]);
      return first && method.getName().equals("create") ? "createLock" : method.getName();
    }

    private synchronized void note(String name) {
      try {
        Files.writeString(notes, name + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    private void stopAt(String place) throws IOException, InterruptedException {
      if (!stop.equals(place) || !isFirst()) {
        return;
      }
      if (pause.isEmpty()) {
        Runtime.getRuntime().halt(HALTED);
      }
      Path file = Files.createFile(Path.of(pause));
      while (Files.exists(file)) {
        Thread.sleep(10);
      }
    }

    private synchronized boolean isFirst() {
      boolean first = !stopped;
      stopped = true;
      return first;
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
