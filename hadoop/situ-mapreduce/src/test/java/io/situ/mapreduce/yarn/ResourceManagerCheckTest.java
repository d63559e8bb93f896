// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce.yarn;

import static org.assertj.core.api.Assertions.assertThat;

import io.situ.mapreduce.yarn.ResourceManagerCheck.Failure;
import java.io.EOFException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.SocketTimeoutException;
import java.util.Optional;
import javax.security.sasl.SaslException;
import org.apache.hadoop.ipc.RemoteException;
import org.apache.hadoop.ipc.StandbyException;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.junit.jupiter.api.Test;

class ResourceManagerCheckTest {

  private static Optional<String> reason(Exception failure) {
    return ResourceManagerCheck.failure(failure, 30_000).map(Failure::reason);
  }

  @Test
  void whatComesOfTheNetworkIsNoAnswer() {
    ConnectException refused = new ConnectException("Connection refused");
    IOException wrapped = new ConnectException("Call From here to there failed");
    wrapped.initCause(refused);
    assertThat(reason(refused)).contains("Connection refused");
    assertThat(reason(wrapped)).contains("Connection refused");
    assertThat(reason(new IOException("Failed on local exception", new EOFException())))
        .contains("closed the connection without an answer");
    assertThat(reason(new SocketTimeoutException("30000 millis timeout while waiting for channel")))
        .contains("took the connection and did not answer within 30 s");
  }

  @Test
  void aRefusalIsAnAnswer() {
    assertThat(reason(new YarnException("no such call here"))).isEmpty();
    assertThat(reason(new StandbyException("on standby"))).isEmpty();
    IOException ofItsStore = new SocketTimeoutException("ZooKeeper is silent");
    ofItsStore.initCause(new RemoteException("java.net.SocketTimeoutException", "the same"));
    assertThat(reason(ofItsStore)).isEmpty();
  }

  /** The client that submits the job says what is wrong with the login. */
  @Test
  void theSilenceOfAKdcIsNotThatOfTheResourceManager() {
    SaslException login =
        new SaslException("GSS initiate failed", new SocketTimeoutException("Receive timed out"));
    assertThat(reason(new IOException("Couldn't setup connection", login))).isEmpty();
  }
}
