// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.Socket;
import java.net.StandardSocketOptions;
import javax.net.SocketFactory;
import jdk.net.ExtendedSocketOptions;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.protocol.ClientProtocol;
import org.apache.hadoop.net.NetUtils;
import org.apache.hadoop.net.SocksSocketFactory;
import org.junit.jupiter.api.Test;

class KeepAliveSocketFactoryTest {

  private static SocketFactory used(Configuration conf) {
    KeepAliveSocketFactory.use(conf);
    return NetUtils.getSocketFactory(conf, ClientProtocol.class);
  }

  @Test
  void aConnectionToAHostThatIsGoneFailsWithinTwoMinutes() throws Exception {
    try (Socket socket = used(new Configuration()).createSocket()) {
      assertThat(socket.getOption(StandardSocketOptions.SO_KEEPALIVE)).isTrue();
      assertThat(
              socket.getOption(ExtendedSocketOptions.TCP_KEEPIDLE)
                  + socket.getOption(ExtendedSocketOptions.TCP_KEEPINTERVAL)
                      * socket.getOption(ExtendedSocketOptions.TCP_KEEPCOUNT))
          .isEqualTo(120);
    }
  }

  @Test
  void theWayThatIsConfiguredStays() {
    Configuration conf = new Configuration();
    conf.set("hadoop.rpc.socket.factory.class.default", SocksSocketFactory.class.getName());

    assertThat(used(conf)).isInstanceOf(SocksSocketFactory.class);
  }
}
