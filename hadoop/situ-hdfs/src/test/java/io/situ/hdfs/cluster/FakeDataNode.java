// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.cluster;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.util.OptionalInt;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo.DatanodeInfoBuilder;
import org.apache.hadoop.hdfs.protocol.proto.DataTransferProtos.BlockOpResponseProto;
import org.apache.hadoop.hdfs.protocol.proto.DataTransferProtos.OpBlockChecksumResponseProto;
import org.apache.hadoop.hdfs.protocol.proto.DataTransferProtos.Status;
import org.apache.hadoop.hdfs.protocolPB.PBHelperClient;

/**
 * Gives the same checksum to each request, one after the other, or takes connections and never
 * answers. Once it is closed its port refuses connections.
 */
public final class FakeDataNode implements AutoCloseable {

  private final ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
  private final AtomicInteger requests = new AtomicInteger();
  private final DatanodeInfo info;
  private final OptionalInt checksum;
  private final int delay;

  /**
   * @param checksum what it answers; nothing if it is empty
   * @param delay how long it takes to answer, milliseconds
   */
  public FakeDataNode(String name, OptionalInt checksum, int delay) throws IOException {
    this.checksum = checksum;
    this.delay = delay;
    this.info =
        new DatanodeInfoBuilder()
            .setIpAddr("127.0.0.1")
            .setHostName(name)
            .setDatanodeUuid(name)
            .setXferPort(server.getLocalPort())
            .build();
    Thread thread = new Thread(this::serve, name);
    thread.setDaemon(true);
    thread.start();
  }

  /** As the NameNode knows it. */
  public DatanodeInfo info() {
    return info;
  }

  /** Returns how many requests it has had. */
  public int requests() {
    return requests.get();
  }

  private void serve() {
    while (!server.isClosed()) {
      try (Socket socket = server.accept()) {
        DataInputStream in = new DataInputStream(socket.getInputStream());
        // Version and operation.
        in.skipNBytes(3);
        PBHelperClient.vintPrefixed(in).readAllBytes();
        requests.incrementAndGet();
        if (checksum.isEmpty()) {
          // Until the client has gone.
          in.read();
          continue;
        }
        Thread.sleep(delay);
        answer().writeDelimitedTo(socket.getOutputStream());
      } catch (IOException e) {
        // The client has gone, or this was closed.
      } catch (InterruptedException e) {
        return;
      }
    }
  }

  private BlockOpResponseProto answer() {
    byte[] bytes = ByteBuffer.allocate(Integer.BYTES).putInt(checksum.getAsInt()).array();
    return BlockOpResponseProto.newBuilder()
        .setStatus(Status.SUCCESS)
        .setChecksumResponse(
            OpBlockChecksumResponseProto.newBuilder()
                .setBytesPerCrc(512)
                .setCrcPerBlock(0)
                .setBlockChecksum(PBHelperClient.getByteString(bytes)))
        .build();
  }

  @Override
  public void close() {
    try {
      server.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
