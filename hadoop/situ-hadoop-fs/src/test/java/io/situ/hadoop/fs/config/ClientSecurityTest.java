// SPDX-License-Identifier: Apache-2.0
package io.situ.hadoop.fs.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.situ.storage.StoreException;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.security.SaslRpcServer.AuthMethod;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.security.token.Token;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ClientSecurityTest {

  private static final String REALM = "java.security.krb5.realm";
  private static final String KDC = "java.security.krb5.kdc";

  @AfterEach
  void logInAsBefore() {
    System.clearProperty(REALM);
    System.clearProperty(KDC);
    UserGroupInformation.reset();
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
  void withoutATicketItIsSaidHowToGetOne() throws IOException {
    System.setProperty(REALM, "EXAMPLE.ORG");
    System.setProperty(KDC, "localhost");
    Configuration secure = asking("kerberos");
    ClientSecurity.use(secure);
    UserGroupInformation.setLoginUser(
        UserGroupInformation.createRemoteUser("alice", AuthMethod.SIMPLE));

    assertThatThrownBy(() -> ClientSecurity.requireLogin(secure))
        .isInstanceOf(StoreException.class)
        .hasMessage(
            "hadoop.security.authentication asks for Kerberos, and alice has no ticket that is"
                + " valid: run kinit");

    secure.setBoolean("ipc.client.fallback-to-simple-auth-allowed", true);
    ClientSecurity.requireLogin(secure);
    ClientSecurity.requireLogin(asking("simple"));
  }

  @Test
  void aTicketOrATokenLetsIn() throws IOException {
    System.setProperty(REALM, "EXAMPLE.ORG");
    System.setProperty(KDC, "localhost");
    ClientSecurity.use(asking("kerberos"));
    UserGroupInformation holder =
        UserGroupInformation.createRemoteUser("alice", AuthMethod.KERBEROS);
    UserGroupInformation.setLoginUser(UserGroupInformation.createProxyUser("bob", holder));
    ClientSecurity.requireLogin(asking("kerberos"));

    UserGroupInformation task = UserGroupInformation.createRemoteUser("alice", AuthMethod.SIMPLE);
    task.addToken(new Token<>());
    UserGroupInformation.setLoginUser(task);
    ClientSecurity.requireLogin(asking("kerberos"));
  }

  @Test
  void aKindOfAuthenticationThatIsUnknownIsNamed() {
    assertThatThrownBy(() -> ClientSecurity.use(asking("magic")))
        .isInstanceOf(IOException.class)
        .hasMessageStartingWith("this process cannot log in as hadoop.security.authentication asks")
        .hasMessageContaining("magic");
  }
}
