// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.client;

import java.io.IOException;
import java.net.Socket;
import java.net.StandardSocketOptions;
import java.nio.channels.SocketChannel;
import jdk.net.ExtendedSocketOptions;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.protocol.ClientProtocol;
import org.apache.hadoop.net.NetUtils;
import org.apache.hadoop.net.StandardSocketFactory;

/**
 * Makes a client's sockets to DataNodes that fail within two minutes once the other host is gone,
 * however long an answer is waited for, and that no firewall takes for idle. Thread-safe.
 */
public final class KeepAliveSocketFactory extends StandardSocketFactory {

  /** Seconds without a packet before the first question whether the other host is there. */
  private static final int IDLE = 60;

  /** Seconds between questions. */
  private static final int INTERVAL = 10;

  /** Questions without an answer after which the connection is given up. */
  private static final int MAX_UNANSWERED = 6;

  private static final String KEY =
      "hadoop.rpc.socket.factory.class." + ClientProtocol.class.getSimpleName();

  /** Called by Hadoop. */
  public KeepAliveSocketFactory() {}

  /** Has clients of this configuration use it, unless they are to use another special one. */
  public static void use(Configuration conf) {
    Class<?> configured = NetUtils.getSocketFactory(conf, ClientProtocol.class).getClass();
    if (configured == StandardSocketFactory.class) {
      conf.set(KEY, KeepAliveSocketFactory.class.getName());
    }
  }

  @Override
  public Socket createSocket() throws IOException {
    Socket socket = super.createSocket();
    SocketChannel channel = socket.getChannel();
    channel.setOption(StandardSocketOptions.SO_KEEPALIVE, true);
    channel.setOption(ExtendedSocketOptions.TCP_KEEPIDLE, IDLE);
    channel.setOption(ExtendedSocketOptions.TCP_KEEPINTERVAL, INTERVAL);
    channel.setOption(ExtendedSocketOptions.TCP_KEEPCOUNT, MAX_UNANSWERED);
    return socket;
  }
}
