// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.datanode.endpoint;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.nio.NioEventLoopGroup;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.situ.hdfs.datanode.replica.NotReadyException;
import io.situ.hdfs.wire.LinkMessages;
import io.situ.hdfs.wire.LinkProtocol;
import io.situ.hdfs.wire.SharedSecret;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.net.NetUtils;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes requests to link blocks, over HTTP, from clients that prove that they know the cluster's
 * secret. One thread reads all connections, so that none that hangs keeps a thread; others carry
 * out what is proven and whole.
 */
public final class LinkEndpoint implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(LinkEndpoint.class);

  /** They wait for the desk, which does the work, for at most its time to answer. */
  private static final int WORKERS = 16;

  private static final int MAX_WAITING = 48;
  private static final int MAX_UNPROVEN = 256;
  private static final int MAX_UNPROVEN_OF_ADDRESS = 64;
  private static final long MAX_BODIES = 64L << 20;
  private static final int MAX_LINE = 1 << 10;
  private static final int MAX_HEADERS = 1 << 13;
  private static final int MAX_CHUNK = 1 << 16;

  /**
   * How long a connection may take for each step, milliseconds.
   *
   * @param head from its beginning to the end of the headers
   * @param body from there to the end of the body
   * @param answer from there to the end of the answer
   * @param linger for what still comes after a refusal
   */
  record Timeouts(long head, long body, long answer, long linger) {
    static final Timeouts USUAL = new Timeouts(10_000, 60_000, 120_000, 2_000);
  }

  /** Takes an answer. */
  interface Answers {
    void take(int status, byte[] body);
  }

  private final EventLoopGroup connections =
      new NioEventLoopGroup(1, new DefaultThreadFactory("situ-link", true));
  private final ExecutorService workers =
      new ThreadPoolExecutor(
          WORKERS,
          WORKERS,
          0,
          TimeUnit.SECONDS,
          new ArrayBlockingQueue<>(MAX_WAITING),
          new DefaultThreadFactory("situ-link-worker", true));
  private final ConnectionLimits limits =
      new ConnectionLimits(MAX_UNPROVEN, MAX_UNPROVEN_OF_ADDRESS, MAX_BODIES);
  private final RequestGate gate;
  private final LinkRequestHandler desk;
  private final Timeouts timeouts;
  private Channel server;

  private LinkEndpoint(RequestGate gate, LinkRequestHandler desk, Timeouts timeouts) {
    this.gate = gate;
    this.desk = desk;
    this.timeouts = timeouts;
  }

  /** Where to listen: beside the port that serves blocks. */
  public static InetSocketAddress address(Configuration conf, InetSocketAddress transfer) {
    InetAddress host = transfer.getAddress();
    return new InetSocketAddress(host, LinkProtocol.port(conf, transfer.getPort()));
  }

  /**
   * Opens an endpoint.
   *
   * @param datanode the DataNode's UUID, null as long as it has none
   * @throws IOException if the address cannot be listened at
   */
  public static LinkEndpoint open(
      InetSocketAddress address,
      SharedSecret secret,
      Supplier<String> datanode,
      LinkRequestHandler desk)
      throws IOException {
    return open(address, new RequestGate(secret, datanode), desk, Timeouts.USUAL);
  }

  static LinkEndpoint open(
      InetSocketAddress address, RequestGate gate, LinkRequestHandler desk, Timeouts timeouts)
      throws IOException {
    LinkEndpoint endpoint = new LinkEndpoint(gate, desk, timeouts);
    boolean done = false;
    try {
      endpoint.listen(address);
      done = true;
      return endpoint;
    } finally {
      if (!done) {
        endpoint.close();
      }
    }
  }

  private void listen(InetSocketAddress address) throws IOException {
    ServerBootstrap bootstrap =
        new ServerBootstrap()
            .group(connections)
            .channel(NioServerSocketChannel.class)
            .childHandler(
                new ChannelInitializer<Channel>() {
                  @Override
                  protected void initChannel(Channel channel) {
                    channel
                        .pipeline()
                        .addLast(
                            limits,
                            new HttpServerCodec(MAX_LINE, MAX_HEADERS, MAX_CHUNK),
                            new LinkConnection(LinkEndpoint.this));
                  }
                });
    var bound = bootstrap.bind(address).awaitUninterruptibly();
    if (!bound.isSuccess()) {
      IOException cause =
          bound.cause() instanceof IOException failure ? failure : new IOException(bound.cause());
      throw NetUtils.wrapException(null, 0, address.getHostString(), address.getPort(), cause);
    }
    server = bound.channel();
  }

  public InetSocketAddress address() {
    return (InetSocketAddress) server.localAddress();
  }

  RequestGate gate() {
    return gate;
  }

  ConnectionLimits limits() {
    return limits;
  }

  Timeouts timeouts() {
    return timeouts;
  }

  /** Carries out a request that is proven; the answer comes from another thread. */
  void carryOut(LinkMessages messages, byte[] request, Answers answers) {
    try {
      workers.execute(() -> answer(messages, request, answers));
    } catch (RejectedExecutionException e) {
      answers.take(LinkProtocol.NOT_READY, text("this DataNode has many requests to carry out"));
    }
  }

  private void answer(LinkMessages messages, byte[] request, Answers answers) {
    try {
      answers.take(200, messages.answers(desk.carryOut(messages.readRequest(request))));
    } catch (NotReadyException e) {
      answers.take(LinkProtocol.NOT_READY, text(e.getMessage()));
    } catch (IOException e) {
      answers.take(400, text(String.valueOf(e.getMessage())));
    } catch (RuntimeException e) {
      LOG.error("a request to link blocks failed", e);
      answers.take(500, text("the DataNode failed, see its log: " + e));
    }
  }

  private static byte[] text(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  @Override
  public void close() {
    if (server != null) {
      server.close().awaitUninterruptibly();
    }
    workers.shutdownNow();
    desk.close();
    connections.shutdownGracefully(0, 1, TimeUnit.SECONDS).awaitUninterruptibly(2_000);
  }
}
