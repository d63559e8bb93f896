// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.attach;

import io.situ.hdfs.parallel.Retries;
import io.situ.hdfs.tree.HdfsFileInfo;
import io.situ.storage.StoreException;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.net.SocketFactory;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.ClientProtocol;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.net.NetUtils;

/**
 * Returns why HDFS gave no checksum of a file, which Hadoop only logs, and notices that it gives
 * none at all. Thread-safe.
 */
final class MissingChecksums {

  /** So many that are missing, and none that is not, are not the files' fault. */
  static final int MAX_MISSING = 32;

  /** About five seconds, in which DataNodes report to the NameNode what they refuse. */
  private static final int WAITS = 18;

  /** Milliseconds. */
  private static final int CONNECT_TIMEOUT = 3_000;

  private final DistributedFileSystem hdfs;
  private final SocketFactory sockets;
  private final boolean byHostName;
  private int missing;
  private String first;
  private boolean anyGiven;

  MissingChecksums(DistributedFileSystem hdfs) {
    this.hdfs = hdfs;
    this.sockets = NetUtils.getSocketFactory(hdfs.getConf(), ClientProtocol.class);
    this.byHostName = hdfs.getClient().getConf().isConnectToDnViaHostname();
  }

  /** Notes that HDFS has given a checksum. */
  synchronized void given() {
    anyGiven = true;
  }

  /**
   * @throws StoreException {@code UNAVAILABLE} if HDFS has given no checksum, and there is no point
   *     in asking for one more
   */
  synchronized void refuseMore() throws StoreException {
    if (missing >= MAX_MISSING && !anyGiven) {
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
    Optional<String> unreachable = unreachable(file);
    if (unreachable.isPresent()) {
      return noted(
          file,
          "this host reaches no DataNode that has a block of it: "
              + unreachable.get()
              + "; call 'situ verify' where those ports are open");
    }
    long refused = awaitRefused(file);
    return refused > 0
        ? "DataNodes refuse "
            + refused
            + " of its "
            + file.blocks().size()
            + " blocks, though its object is the version that was attached, as where bytes were"
            + " changed and the time of modification was put back; their logs say why"
        : noted(
            file,
            "no DataNode gave the checksum of its bytes: "
                + failure.getMessage()
                + "; the logs of the DataNodes say why, if not that this host is not set up as they"
                + " are (dfs.data.transfer.protection)");
  }

  private synchronized String noted(HdfsFileInfo file, String reason) {
    missing++;
    first = first == null ? "'" + file.path() + "': " + reason : first;
    return reason;
  }

  /** Returns the DataNodes of a block of which none can be reached; empty if there is no such. */
  private Optional<String> unreachable(HdfsFileInfo file) {
    Map<String, Optional<String>> known = new HashMap<>();
    for (LocatedBlock block : file.blocks()) {
      List<String> refusals = new ArrayList<>();
      for (DatanodeInfo node : block.getLocations()) {
        known
            .computeIfAbsent(node.getXferAddr(byHostName), this::refusal)
            .ifPresent(why -> refusals.add(node.getHostName() + " at " + why));
      }
      if (refusals.size() == block.getLocations().length) {
        return Optional.of(String.join(", ", refusals));
      }
    }
    return Optional.empty();
  }

  /** Returns an address and why it cannot be reached; empty if it can. */
  private Optional<String> refusal(String address) {
    try (Socket socket = sockets.createSocket()) {
      NetUtils.connect(socket, NetUtils.createSocketAddr(address), CONNECT_TIMEOUT);
      return Optional.empty();
    } catch (SocketTimeoutException e) {
      return Optional.of(address + " (no answer in " + CONNECT_TIMEOUT + " ms)");
    } catch (IOException e) {
      return Optional.of(address + " (" + e.getMessage() + ")");
    }
  }

  /** Returns how many blocks HDFS takes for bad, once it does. */
  private long awaitRefused(HdfsFileInfo file) throws IOException {
    Retries retries = new Retries(WAITS);
    long refused;
    do {
      refused =
          HdfsFileInfo.find(hdfs.getClient().getNamenode(), file.path()).stream()
              .flatMap(now -> now.blocks().stream())
              .filter(LocatedBlock::isCorrupt)
              .count();
    } while (refused == 0 && retries.pause());
    return refused;
  }
}
