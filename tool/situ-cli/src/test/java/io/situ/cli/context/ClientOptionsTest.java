// SPDX-License-Identifier: Apache-2.0
package io.situ.cli.context;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ClientOptionsTest {

  private static final String CONF = "java.security.krb5.conf";
  private static final String DEBUG = "java.security.krb5.anything";
  private static final String OTHER = "an.option";

  @AfterEach
  void clear() {
    System.clearProperty(CONF);
    System.clearProperty(DEBUG);
  }

  @Test
  void theyAreSplitAtBlanks() {
    assertThat(ClientOptions.split(" -Da=b   -Xmx1g\n")).containsExactly("-Da=b", "-Xmx1g");
    assertThat(ClientOptions.split(" ")).isEmpty();
    assertThat(ClientOptions.split(null)).isEmpty();
  }

  @Test
  void onlyThoseOfKerberosAreTheToolsToo() {
    ClientOptions.findRealm(
        ClientOptions.split("-Xmx1g -D" + OTHER + "=given -D" + CONF + "=/a=b -D" + DEBUG));

    assertThat(System.getProperty(CONF)).isEqualTo("/a=b");
    assertThat(System.getProperty(DEBUG)).isEmpty();
    assertThat(System.getProperty(OTHER)).isNull();
  }
}
