// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.cluster;

import io.situ.hdfs.link.LinkedBlock;
import io.situ.hdfs.wire.ChecksumMode;
import io.situ.hdfs.wire.LinkBlockRequest;
import io.situ.hdfs.wire.LinkBlockResult;
import io.situ.hdfs.wire.LinkHead;
import io.situ.hdfs.wire.LinkRequest;
import io.situ.hdfs.wire.LinkSettings;
import io.situ.hdfs.wire.LinkType;
import io.situ.hdfs.wire.LinkVersion;
import io.situ.hdfs.wire.SharedSecret;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.server.datanode.DataNode;

/** Requests to a DataNode as {@code situ attach} sends them, and as it never would. */
public final class LinkRequests {

  private static final HttpClient HTTP =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  private final LinkedCluster linked;

  public LinkRequests(LinkedCluster linked) {
    this.linked = linked;
  }

  /** The first block of a file. */
  public ExtendedBlock block(String file) throws IOException {
    return linked.hdfs().getClient().getLocatedBlocks(file, 0).getLocatedBlocks().get(0).getBlock();
  }

  /** What an attached file is made of. */
  public LinkedBlock object(String file) throws IOException {
    return LinkedBlock.parse(
        AttachedTrees.object(linked.hdfs().getXAttr(new Path(file), AttachedTrees.MARK)));
  }

  public LinkBlockRequest order(ExtendedBlock block, LinkedBlock object) {
    return new LinkBlockRequest(
        block.getBlockPoolId(), block.getBlockId(), block.getGenerationStamp(), object);
  }

  public byte[] message(int datanode, LinkBlockRequest order) {
    return message(datanode, order, LinkType.PLACEHOLDER);
  }

  private byte[] message(int datanode, LinkBlockRequest order, LinkType links) {
    String id = linked.cluster().getDataNodes().get(datanode).getDatanodeUuid();
    return message(id, links, List.of(order));
  }

  private static byte[] message(String id, LinkType links, List<LinkBlockRequest> orders) {
    return LinkVersion.NEWEST
        .messages()
        .request(new LinkRequest(id, new LinkSettings(ChecksumMode.EAGER, links), orders));
  }

  /** What becomes of several orders in one request. */
  public List<LinkBlockResult> link(int datanode, List<LinkBlockRequest> orders) throws Exception {
    String id = linked.cluster().getDataNodes().get(datanode).getDatanodeUuid();
    byte[] body = message(id, LinkType.PLACEHOLDER, orders);
    return LinkVersion.NEWEST
        .messages()
        .readAnswers(send(datanode, head(datanode, body), body).body());
  }

  /** Why a DataNode does not link a block, empty if it does. */
  public String link(int datanode, LinkBlockRequest order) throws Exception {
    return link(datanode, order, LinkType.PLACEHOLDER).refusal();
  }

  public LinkBlockResult link(int datanode, LinkBlockRequest order, LinkType links)
      throws Exception {
    byte[] body = message(datanode, order, links);
    HttpResponse<byte[]> response = send(datanode, head(datanode, body), body);
    if (response.statusCode() != 200) {
      return LinkBlockResult.refused(text(response));
    }
    return LinkVersion.NEWEST.messages().readAnswers(response.body()).get(0);
  }

  public static String text(HttpResponse<byte[]> response) {
    return new String(response.body(), StandardCharsets.UTF_8);
  }

  public SharedSecret secret() throws IOException {
    return SharedSecret.of(linked.cluster().getConfiguration(0));
  }

  /** The head of a request of now, in the DataNode's session. */
  public LinkHead head(int datanode, byte[] body) throws Exception {
    return LinkHead.of(LinkVersion.NEWEST.link(), id(datanode), session(datanode), body);
  }

  public String session(int datanode) throws Exception {
    byte[] none = {};
    LinkHead head = LinkHead.of(LinkVersion.NEWEST.session(), id(datanode), "-", none);
    return text(send(datanode, head, none));
  }

  private String id(int datanode) {
    return linked.cluster().getDataNodes().get(datanode).getDatanodeUuid();
  }

  public HttpResponse<byte[]> send(int datanode, LinkHead head, byte[] body) throws Exception {
    return send(datanode, head.path(), head.headers(secret()), body);
  }

  public HttpResponse<byte[]> send(
      int datanode, String path, Map<String, String> headers, byte[] body) throws Exception {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(uri(datanode, path))
            .POST(HttpRequest.BodyPublishers.ofByteArray(body));
    headers.forEach(request::header);
    return HTTP.send(request.build(), HttpResponse.BodyHandlers.ofByteArray());
  }

  public InetSocketAddress address(int datanode) {
    DataNode node = linked.cluster().getDataNodes().get(datanode);
    int port = node.getXferAddress().getPort() + LinkedCluster.PORT_OFFSET;
    return new InetSocketAddress("127.0.0.1", port);
  }

  private URI uri(int datanode, String path) {
    return URI.create("http://127.0.0.1:" + address(datanode).getPort() + path);
  }
}
