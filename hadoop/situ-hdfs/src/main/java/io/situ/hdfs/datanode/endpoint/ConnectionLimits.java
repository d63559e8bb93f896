// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.datanode.endpoint;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Bounds the connections whose request is not proven yet, and the bytes of those whose is. One more
 * connection than the bound takes the place of the oldest one that has proven nothing, so that what
 * hangs keeps no other out. Thread-safe.
 */
@ChannelHandler.Sharable
final class ConnectionLimits extends ChannelInboundHandlerAdapter {

  private final int most;
  private final int mostOfAddress;
  private final long mostBytes;
  private final Map<Channel, InetAddress> unproven = new LinkedHashMap<>();
  private final Map<InetAddress, Integer> counts = new HashMap<>();
  private final Map<Channel, Integer> proven = new HashMap<>();
  private long bytes;

  /**
   * @param most connections without a proof
   * @param mostOfAddress the same, of one address
   * @param mostBytes of the bodies of requests with a proof, at the same time
   */
  ConnectionLimits(int most, int mostOfAddress, long mostBytes) {
    this.most = most;
    this.mostOfAddress = mostOfAddress;
    this.mostBytes = mostBytes;
  }

  @Override
  public void channelActive(ChannelHandlerContext context) throws Exception {
    Channel oldest = add(context.channel());
    if (oldest != null) {
      oldest.close();
    }
    super.channelActive(context);
  }

  @Override
  public void channelInactive(ChannelHandlerContext context) throws Exception {
    remove(context.channel());
    super.channelInactive(context);
  }

  /** Returns the connection that is to be closed for this one, or null. */
  private synchronized Channel add(Channel channel) {
    InetAddress address = ((InetSocketAddress) channel.remoteAddress()).getAddress();
    unproven.put(channel, address);
    boolean ofAddress = counts.merge(address, 1, Integer::sum) > mostOfAddress;
    if (!ofAddress && unproven.size() <= most) {
      return null;
    }
    for (Map.Entry<Channel, InetAddress> each : unproven.entrySet()) {
      if (!ofAddress || each.getValue().equals(address)) {
        Channel oldest = each.getKey();
        discard(oldest);
        return oldest;
      }
    }
    return null;
  }

  private void discard(Channel channel) {
    InetAddress address = unproven.remove(channel);
    if (address != null) {
      counts.computeIfPresent(address, (ignored, count) -> count == 1 ? null : count - 1);
    }
  }

  /**
   * Takes a connection whose request is proven out of the bound.
   *
   * @param length bytes of the request's body
   * @return whether there is room for the body
   */
  synchronized boolean isProven(Channel channel, int length) {
    discard(channel);
    if (bytes + length > mostBytes || !channel.isActive()) {
      return false;
    }
    bytes += length;
    proven.merge(channel, length, Integer::sum);
    return true;
  }

  private synchronized void remove(Channel channel) {
    discard(channel);
    Integer length = proven.remove(channel);
    bytes -= length == null ? 0 : length;
  }

  /** Returns the bytes of the bodies of requests with a proof. */
  synchronized long bytes() {
    return bytes;
  }

  /** Returns how many connections have proven nothing. */
  synchronized int unproven() {
    return unproven.size();
  }
}
