// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce.yarn;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.ConnectException;
import java.net.SocketTimeoutException;
import java.util.Optional;
import javax.security.sasl.SaslException;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.junit.jupiter.api.Test;

class ResourceManagerCheckTest {

  private static Optional<String> silence(Exception failure) {
    return ResourceManagerCheck.silence(failure);
  }

  @Test
  void whatComesOfTheNetworkIsNoAnswer() {
    ConnectException refused = new ConnectException("Connection refused");
    assertThat(silence(refused)).contains("Connection refused");
    assertThat(silence(new IOException("Failed on local exception", refused)))
        .contains("Connection refused");
  }

  @Test
  void aRefusalIsAnAnswer() {
    assertThat(silence(new YarnException("no such call here"))).isEmpty();
  }

  /** The client that submits the job says what is wrong with the login. */
  @Test
  void theSilenceOfAKdcIsNotThatOfTheResourceManager() {
    SaslException login =
        new SaslException("GSS initiate failed", new SocketTimeoutException("Receive timed out"));
    assertThat(silence(new IOException("Couldn't setup connection", login))).isEmpty();
  }
}
