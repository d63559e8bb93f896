// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.ceph.nativelib;

import com.sun.jna.Native;
import java.io.File;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.HashMap;
import java.util.Map;

/**
 * The TCP connections that this process has open, and how many bytes each has received, as Linux
 * counts them. Not thread-safe.
 */
final class TcpConnections {

  private static final int SOL_TCP = 6;
  private static final int TCP_INFO = 11;

  /** Of {@code tcpi_bytes_received} in {@code struct tcp_info}; older kernels fill in less. */
  private static final int RECEIVED = 128;

  private static final int INFO_SIZE = 192;

  /** Of {@code struct sockaddr_in6}, the longest that TCP has. */
  private static final int ADDRESS_SIZE = 28;

  private static final int AF_INET = 2;
  private static final int AF_INET6 = 10;
  private static final File DESCRIPTORS = new File("/proc/self/fd");

  private final Room info = new Room(INFO_SIZE);
  private final Room address = new Room(ADDRESS_SIZE);
  private final Room length = new Room(Integer.BYTES);

  static {
    Native.register(TcpConnections.class, "c");
  }

  /** Memory that calls fill. */
  private static final class Room {
    private final ByteBuffer bytes;
    private final long at;

    Room(int size) {
      bytes = ByteBuffer.allocateDirect(size).order(ByteOrder.nativeOrder());
      at = NativeScratch.address(bytes);
    }
  }

  /**
   * One connection.
   *
   * @param own its address at this process
   * @param peer its address at the other end
   */
  record Connection(ByteBuffer own, ByteBuffer peer) {

    /**
     * Whether both ends are on one host: a host that reaches itself comes from where it goes to.
     */
    boolean isWithinHost() {
      return host(own).equals(host(peer));
    }

    private static ByteBuffer host(ByteBuffer address) {
      return switch (address.getShort(0)) {
        case AF_INET -> address.slice(4, 4);
        case AF_INET6 -> address.slice(8, 16);
        default -> address;
      };
    }
  }

  private static native int getsockopt(int socket, int level, int option, long value, long length);

  private static native int getsockname(int socket, long address, long length);

  private static native int getpeername(int socket, long address, long length);

  /** Returns the bytes that each connection within this host has received since it was made. */
  Map<Connection, Long> receivedWithinHost() {
    Map<Connection, Long> received = new HashMap<>();
    String[] descriptors = DESCRIPTORS.list();
    for (String descriptor : descriptors == null ? new String[0] : descriptors) {
      int socket = Integer.parseInt(descriptor);
      long bytes = received(socket);
      if (bytes > 0) {
        Connection connection =
            new Connection(
                address(socket, TcpConnections::getsockname),
                address(socket, TcpConnections::getpeername));
        if (connection.isWithinHost()) {
          received.merge(connection, bytes, Math::max);
        }
      }
    }
    return received;
  }

  /** Bytes that a descriptor has received; 0 where it is no connection, or nothing is counted. */
  private long received(int socket) {
    length.bytes.putInt(0, INFO_SIZE);
    boolean known = getsockopt(socket, SOL_TCP, TCP_INFO, info.at, length.at) == 0;
    return known && length.bytes.getInt(0) >= RECEIVED + Long.BYTES
        ? info.bytes.getLong(RECEIVED)
        : 0;
  }

  private interface AddressCall {
    int get(int socket, long address, long length);
  }

  /** Zeros where there is none. */
  private ByteBuffer address(int socket, AddressCall call) {
    byte[] copy = new byte[ADDRESS_SIZE];
    address.bytes.put(0, copy);
    length.bytes.putInt(0, ADDRESS_SIZE);
    call.get(socket, address.at, length.at);
    address.bytes.get(0, copy);
    return ByteBuffer.wrap(copy).order(ByteOrder.nativeOrder());
  }
}
