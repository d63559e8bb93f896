// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.client;

import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import javax.net.SocketFactory;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.DFSClient;
import org.apache.hadoop.hdfs.DFSUtilClient;
import org.apache.hadoop.hdfs.protocol.BlockChecksumOptions;
import org.apache.hadoop.hdfs.protocol.BlockChecksumType;
import org.apache.hadoop.hdfs.protocol.ClientProtocol;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.protocol.datatransfer.DataTransferProtoUtil;
import org.apache.hadoop.hdfs.protocol.datatransfer.IOStreamPair;
import org.apache.hadoop.hdfs.protocol.datatransfer.Sender;
import org.apache.hadoop.hdfs.protocol.proto.DataTransferProtos.BlockOpResponseProto;
import org.apache.hadoop.hdfs.protocolPB.PBHelperClient;
import org.apache.hadoop.net.NetUtils;

/** Asks a DataNode for the checksum of a block, as Hadoop's client does. Thread-safe. */
final class BlockChecksumClient {

  private final DFSClient client;
  private final Configuration conf;
  private final SocketFactory sockets;
  private final boolean byHostName;
  private final int timeout;

  /**
   * @param timeout how long an answer is waited for, milliseconds
   */
  BlockChecksumClient(DFSClient client, Configuration conf, int timeout) {
    this.client = client;
    this.conf = new Configuration(conf);
    KeepAliveSocketFactory.use(this.conf);
    this.sockets = NetUtils.getSocketFactory(this.conf, ClientProtocol.class);
    this.byHostName = client.getConf().isConnectToDnViaHostname();
    this.timeout = timeout;
  }

  /** Returns where a DataNode is asked, as host and port. */
  String address(DatanodeInfo node) {
    return node.getXferAddr(byHostName);
  }

  /**
   * Returns the CRC32C of a block's bytes.
   *
   * @param block with a token, where DataNodes want one
   * @throws java.net.SocketTimeoutException if the DataNode does not answer in time
   * @throws IOException if it cannot be reached, or refuses
   */
  int crc(DatanodeInfo node, LocatedBlock block) throws IOException {
    // One that was kept is of no use once the NameNode was restarted.
    client.clearDataEncryptionKey();
    try (IOStreamPair connection =
        DFSUtilClient.connectToDN(
            node,
            timeout,
            conf,
            client.getSaslDataTransferClient(),
            sockets,
            byHostName,
            client,
            block.getBlockToken())) {
      // The one kind that can be compared with what others have taken.
      BlockChecksumOptions kind = new BlockChecksumOptions(BlockChecksumType.COMPOSITE_CRC);
      new Sender(new DataOutputStream(connection.out))
          .blockChecksum(block.getBlock(), block.getBlockToken(), kind);
      BlockOpResponseProto answer =
          BlockOpResponseProto.parseFrom(PBHelperClient.vintPrefixed(connection.in));
      DataTransferProtoUtil.checkBlockOpStatus(answer, block.getBlock().getBlockName());
      return ByteBuffer.wrap(answer.getChecksumResponse().getBlockChecksum().toByteArray())
          .getInt();
    }
  }
}
