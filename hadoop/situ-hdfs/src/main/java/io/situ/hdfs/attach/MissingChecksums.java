// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.attach;

import io.situ.hdfs.parallel.Retries;
import io.situ.hdfs.tree.HdfsFileInfo;
import io.situ.storage.StoreException;
import java.io.DataOutputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.net.SocketFactory;
import org.apache.hadoop.hdfs.DFSClient;
import org.apache.hadoop.hdfs.DFSUtilClient;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.net.Peer;
import org.apache.hadoop.hdfs.protocol.ClientProtocol;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.protocol.datatransfer.Sender;
import org.apache.hadoop.net.NetUtils;

/**
 * Returns why HDFS gave no checksum of a file, which Hadoop only logs, and notices that no DataNode
 * answers this host. Thread-safe.
 */
final class MissingChecksums {

  /** So many files of which no DataNode answers, and none of which one does, are enough. */
  static final int MAX_MISSING = 32;

  /** About five seconds, in which DataNodes report to the NameNode what they refuse. */
  private static final int WAITS = 18;

  /** Milliseconds, for a connection and for an answer. */
  private static final int TIMEOUT = 3_000;

  private final DistributedFileSystem hdfs;
  private final SocketFactory sockets;
  private final boolean byHostName;
  private int missing;
  private String first;
  private boolean anyAnswer;

  MissingChecksums(DistributedFileSystem hdfs) {
    this.hdfs = hdfs;
    this.sockets = NetUtils.getSocketFactory(hdfs.getConf(), ClientProtocol.class);
    this.byHostName = hdfs.getClient().getConf().isConnectToDnViaHostname();
  }

  /** Notes that a DataNode has answered this host, with a checksum or not. */
  synchronized void answered() {
    anyAnswer = true;
  }

  /**
   * @throws StoreException {@code UNAVAILABLE} if no DataNode has answered, and there is no point
   *     in asking for one more checksum
   */
  synchronized void refuseMore() throws StoreException {
    if (missing >= MAX_MISSING && !anyAnswer) {
      throw new StoreException(
          StoreException.Kind.UNAVAILABLE,
          null,
          "HDFS has given no checksum, of " + missing + " files that it was asked for; " + first);
    }
  }

  /**
   * Returns why there is none of a file that is served, and whose object is what was attached.
   *
   * @throws IOException if the NameNode does not answer
   */
  String reason(HdfsFileInfo file, IOException failure) throws IOException {
    Optional<String> silent = silent(file);
    if (silent.isPresent()) {
      return noted(
          file,
          "no DataNode that has a block of it answers this host: "
              + silent.get()
              + "; call 'situ verify' where those ports are open, with the"
              + " dfs.data.transfer.protection of the DataNodes");
    }
    long refused = awaitRefused(file);
    return refused > 0
        ? "DataNodes refuse "
            + refused
            + " of its "
            + file.blocks().size()
            + " blocks, though its object is the version that was attached, as where bytes were"
            + " changed and the time of modification was put back; their logs say why"
        : "no DataNode gave the checksum of its bytes: "
            + failure.getMessage()
            + "; the logs of the DataNodes say why";
  }

  private synchronized String noted(HdfsFileInfo file, String reason) {
    missing++;
    first = first == null ? "'" + file.path() + "': " + reason : first;
    return reason;
  }

  /** Returns the DataNodes of a block of which none answers; empty if there is no such. */
  private Optional<String> silent(HdfsFileInfo file) throws IOException {
    Map<String, Optional<String>> known = new HashMap<>();
    for (LocatedBlock block : blocksWithTokens(file)) {
      List<String> refusals = new ArrayList<>();
      for (DatanodeInfo node : block.getLocations()) {
        known
            .computeIfAbsent(node.getXferAddr(byHostName), at -> refusal(at, node, block))
            .ifPresent(why -> refusals.add(node.getHostName() + " at " + why));
      }
      if (!refusals.isEmpty() && refusals.size() == block.getLocations().length) {
        return Optional.of(String.join(", ", refusals));
      }
    }
    return Optional.empty();
  }

  /** Returns its blocks with the tokens by which DataNodes know who asks, which no listing has. */
  private List<LocatedBlock> blocksWithTokens(HdfsFileInfo file) throws IOException {
    try {
      return hdfs.getClient().getLocatedBlocks(file.path(), 0, Long.MAX_VALUE).getLocatedBlocks();
    } catch (FileNotFoundException e) {
      return file.blocks();
    }
  }

  /** Returns the address of a DataNode and why that does not answer; empty if it does. */
  private Optional<String> refusal(String address, DatanodeInfo node, LocatedBlock block) {
    try (Socket socket = sockets.createSocket()) {
      NetUtils.connect(socket, NetUtils.createSocketAddr(address), TIMEOUT);
      if (!answers(socket, node, block)) {
        return Optional.of(address + " (it closes the connection)");
      }
      answered();
      return Optional.empty();
    } catch (SocketTimeoutException e) {
      return Optional.of(address + " (no answer in " + TIMEOUT + " ms)");
    } catch (IOException e) {
      return Optional.of(address + " (" + e.getMessage() + ")");
    }
  }

  /**
   * Returns whether a DataNode answers a request, which it does only where both sides protect their
   * connections in the same way. One that is slow counts as if it did.
   *
   * @throws IOException if they cannot agree
   */
  private boolean answers(Socket socket, DatanodeInfo node, LocatedBlock block) throws IOException {
    DFSClient client = hdfs.getClient();
    try (Peer peer =
        DFSUtilClient.peerFromSocketAndKey(
            client.getSaslDataTransferClient(),
            socket,
            client,
            block.getBlockToken(),
            node,
            TIMEOUT)) {
      // Refused on any connection over the network, and of no block.
      new Sender(new DataOutputStream(peer.getOutputStream())).requestShortCircuitShm("situ");
      return peer.getInputStream().read() >= 0;
    } catch (SocketTimeoutException e) {
      return true;
    }
  }

  /** Returns how many blocks HDFS takes for bad, once it does; none if the file is gone. */
  private long awaitRefused(HdfsFileInfo file) throws IOException {
    Retries retries = new Retries(WAITS);
    Optional<HdfsFileInfo> now;
    long refused;
    do {
      now = HdfsFileInfo.find(hdfs.getClient().getNamenode(), file.path());
      refused =
          now.stream()
              .flatMap(found -> found.blocks().stream())
              .filter(LocatedBlock::isCorrupt)
              .count();
    } while (refused == 0 && now.isPresent() && retries.pause());
    return refused;
  }
}
