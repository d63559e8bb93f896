// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.datanode.endpoint;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import io.situ.hdfs.wire.LinkHead;
import io.situ.hdfs.wire.LinkProtocol;
import io.situ.hdfs.wire.LinkVersion;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One connection with one request. Its head is checked before a byte of its body is kept; head,
 * body and answer each have a time in which they must be through. Used by the connection's thread
 * alone.
 */
final class LinkConnection extends SimpleChannelInboundHandler<HttpObject> {

  private static final Logger LOG = LoggerFactory.getLogger(LinkConnection.class);

  private final LinkEndpoint endpoint;
  private LinkHead head;
  private ByteArrayOutputStream body;
  private MessageDigest digest;
  private boolean begun;
  private boolean received;
  private boolean answered;
  private ScheduledFuture<?> deadline;

  LinkConnection(LinkEndpoint endpoint) {
    this.endpoint = endpoint;
  }

  @Override
  public void channelActive(ChannelHandlerContext context) throws Exception {
    within(context, endpoint.timeouts().head());
    super.channelActive(context);
  }

  /** Closes the connection unless the next step comes in time. */
  private void within(ChannelHandlerContext context, long millis) {
    if (deadline != null) {
      deadline.cancel(false);
    }
    deadline = context.executor().schedule(() -> close(context), millis, TimeUnit.MILLISECONDS);
  }

  private static void close(ChannelHandlerContext context) {
    context.close();
  }

  @Override
  protected void channelRead0(ChannelHandlerContext context, HttpObject part) {
    if (part.decoderResult().isFailure()) {
      refuse(context, 400, "it is no request of HTTP");
    } else if (received || (part instanceof HttpRequest && begun)) {
      // A connection is for one request.
      close(context);
      return;
    } else if (part instanceof HttpRequest request) {
      begun = true;
      begin(context, request);
    }
    if (part instanceof HttpContent content) {
      received = part instanceof LastHttpContent;
      if (!answered) {
        receive(context, content.content());
      } else if (received) {
        close(context);
      }
    }
  }

  private void begin(ChannelHandlerContext context, HttpRequest request) {
    String path = request.uri();
    if (path.equals(LinkProtocol.LINK_1)) {
      refuse(
          context,
          LinkProtocol.WRONG_VERSION,
          "this DataNode has a newer Situ, which takes no requests of version 1; install the same"
              + " release where 'situ' is called");
    } else if (LinkVersion.ofPath(path).isEmpty()) {
      refuse(context, LinkProtocol.NOT_FOUND, "a DataNode with Situ takes no requests here");
    } else if (!request.method().equals(HttpMethod.POST)) {
      refuse(context, 405, "it is no POST");
    } else {
      read(context, request);
    }
  }

  private void read(ChannelHandlerContext context, HttpRequest request) {
    String length = request.headers().get(HttpHeaderNames.CONTENT_LENGTH);
    String proof = request.headers().get(LinkProtocol.PROOF);
    LinkHead read;
    try {
      if (proof == null) {
        throw new IOException("it has no proof of the secret");
      }
      int bytes = length == null ? 0 : Integer.parseInt(length);
      read = LinkHead.read(request.uri(), request.headers()::get, bytes);
    } catch (NumberFormatException e) {
      refuse(context, 413, "its length is no number");
      return;
    } catch (IOException e) {
      refuse(context, LinkProtocol.NO_PROOF, e.getMessage());
      return;
    }
    RequestGate.Refusal refusal = endpoint.gate().refusal(read, proof, System.currentTimeMillis());
    if (refusal != null && refusal.status() == LinkProtocol.NO_PROOF) {
      refuse(context, refusal.status(), refusal.why());
      return;
    }
    head = read;
    accept(context, refusal);
  }

  /** From here on the client is known to have the secret, and answers have a proof. */
  private void accept(ChannelHandlerContext context, RequestGate.Refusal refusal) {
    if (refusal != null) {
      refuse(context, refusal.status(), refusal.why());
    } else if (head.length() < 0 || head.length() > LinkProtocol.MAX_REQUEST) {
      refuse(context, 413, "it has more than " + LinkProtocol.MAX_REQUEST + " bytes");
    } else if (!endpoint.limits().isProven(context.channel(), head.length())) {
      refuse(context, LinkProtocol.NOT_READY, "this DataNode has no room for more requests now");
    } else {
      within(context, endpoint.timeouts().body());
      body = new ByteArrayOutputStream();
      digest = LinkHead.sha256();
    }
  }

  private void receive(ChannelHandlerContext context, ByteBuf bytes) {
    if (bytes.readableBytes() > head.length() - body.size()) {
      refuse(context, 400, "its body is longer than its head says");
      return;
    }
    byte[] part = new byte[bytes.readableBytes()];
    bytes.readBytes(part);
    digest.update(part);
    body.writeBytes(part);
    if (received) {
      finish(context);
    }
  }

  private void finish(ChannelHandlerContext context) {
    if (!HexFormat.of().formatHex(digest.digest()).equals(head.digest())) {
      refuse(context, 400, "its body is not the one that its head is a proof of");
      return;
    }
    byte[] whole = body.toByteArray();
    body = null;
    within(context, endpoint.timeouts().answer());
    if (LinkVersion.isSession(head.path())) {
      answer(context, 200, text(endpoint.gate().session()));
    } else {
      endpoint.carryOut(
          LinkVersion.ofPath(head.path()).orElseThrow().messages(),
          whole,
          (status, answer) -> context.executor().execute(() -> answer(context, status, answer)));
    }
  }

  private void refuse(ChannelHandlerContext context, int status, String why) {
    if (!answered) {
      LOG.warn("a request of {} is refused: {}", context.channel().remoteAddress(), why);
      answer(context, status, text(why));
    }
  }

  private static byte[] text(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /**
   * Sends the only answer. What still comes of a request is read away for a moment, because a
   * client that still sends would not see the answer of a connection that is closed.
   */
  private void answer(ChannelHandlerContext context, int status, byte[] text) {
    answered = true;
    body = null;
    FullHttpResponse response =
        new DefaultFullHttpResponse(
            HttpVersion.HTTP_1_1, HttpResponseStatus.valueOf(status), Unpooled.wrappedBuffer(text));
    response.headers().set(HttpHeaderNames.CONTENT_LENGTH, text.length);
    response.headers().set(HttpHeaderNames.CONNECTION, HttpHeaderValues.CLOSE);
    if (head != null) {
      response.headers().set(LinkProtocol.PROOF, endpoint.gate().proof(head, status, text));
    }
    if (received) {
      within(context, endpoint.timeouts().answer());
      context.writeAndFlush(response).addListener(ChannelFutureListener.CLOSE);
    } else {
      within(context, endpoint.timeouts().linger());
      context.writeAndFlush(response);
    }
  }

  @Override
  public void channelInactive(ChannelHandlerContext context) throws Exception {
    if (deadline != null) {
      deadline.cancel(false);
    }
    super.channelInactive(context);
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
    LOG.debug("a connection of {} is closed", context.channel().remoteAddress(), cause);
    context.close();
  }
}
