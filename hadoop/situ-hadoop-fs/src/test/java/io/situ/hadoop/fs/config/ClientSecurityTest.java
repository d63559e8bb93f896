// SPDX-License-Identifier: Apache-2.0
package io.situ.hadoop.fs.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.security.UserGroupInformation;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ClientSecurityTest {

  private static final String REALM = "java.security.krb5.realm";
  private static final String KDC = "java.security.krb5.kdc";

  @AfterEach
  void logInAsBefore() {
    System.clearProperty(REALM);
    System.clearProperty(KDC);
    UserGroupInformation.setConfiguration(new Configuration());
  }

  private static Configuration asking(String authentication) {
    Configuration conf = new Configuration();
    conf.set("hadoop.security.authentication", authentication);
    return conf;
  }

  @Test
  void aProcessLogsInAsItsClusterAsks() throws IOException {
    System.setProperty(REALM, "EXAMPLE.ORG");
    System.setProperty(KDC, "localhost");
    assertThat(ClientSecurity.use(asking("simple"))).isFalse();
    assertThat(UserGroupInformation.isSecurityEnabled()).isFalse();

    assertThat(ClientSecurity.use(asking("kerberos"))).isTrue();
    assertThat(UserGroupInformation.isSecurityEnabled()).isTrue();

    assertThat(ClientSecurity.use(asking("simple"))).isFalse();
    assertThat(UserGroupInformation.isSecurityEnabled()).isTrue();
  }

  @Test
  void aKindOfAuthenticationThatIsUnknownIsNamed() {
    assertThatThrownBy(() -> ClientSecurity.use(asking("magic")))
        .isInstanceOf(IOException.class)
        .hasMessageStartingWith("this process cannot log in as hadoop.security.authentication asks")
        .hasMessageContaining("magic");
  }
}
