// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.situ.storage.StoreException;
import java.io.IOException;
import java.security.PrivilegedExceptionAction;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.Cluster;
import org.apache.hadoop.security.SaslRpcServer.AuthMethod;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.security.token.Token;
import org.junit.jupiter.api.Test;

/** Who may make a client of a cluster that has Kerberos; none is connected to. */
class SituClientProtocolProviderTest {

  private static Configuration secure() {
    Configuration conf = new Configuration();
    conf.set("hadoop.security.authentication", "kerberos");
    conf.set("mapreduce.framework.name", "situ");
    conf.set("situ.mapreduce.framework", "yarn");
    conf.set("yarn.resourcemanager.address", "localhost:1");
    conf.set("yarn.resourcemanager.principal", "rm/_HOST@EXAMPLE.ORG");
    UserGroupInformation.setConfiguration(conf);
    UserGroupInformation.setLoginUser(
        UserGroupInformation.createRemoteUser("alice", AuthMethod.SIMPLE));
    return conf;
  }

  private static void makeClient(UserGroupInformation user, Configuration conf) throws Exception {
    user.doAs(
        (PrivilegedExceptionAction<Void>)
            () -> {
              SituClientProtocolProvider provider = new SituClientProtocolProvider();
              provider.close(provider.create(conf));
              return null;
            });
  }

  /** A client of the cluster would try again and again. */
  @Test
  void withoutATicketThereIsNoClient() throws Throwable {
    KerberosRealm.run(
        () -> {
          Configuration conf = secure();
          assertThatThrownBy(() -> new SituClientProtocolProvider().create(conf))
              .isInstanceOf(StoreException.class)
              .hasMessage(
                  "hadoop.security.authentication asks for Kerberos, and alice has no ticket that"
                      + " is valid: run kinit");
          assertThatThrownBy(() -> new Cluster(conf))
              .satisfies(
                  failure ->
                      assertThat(JobFailure.of(failure).kind())
                          .isEqualTo(StoreException.Kind.PERMISSION_DENIED));
        });
  }

  @Test
  void aProgramThatLogsInItselfNeedsNoTicketOfTheProcess() throws Throwable {
    KerberosRealm.run(
        () -> {
          Configuration conf = secure();
          UserGroupInformation bob =
              UserGroupInformation.createRemoteUser("bob", AuthMethod.KERBEROS);
          makeClient(bob, conf);
          makeClient(UserGroupInformation.createProxyUser("carol", bob), conf);
          UserGroupInformation task =
              UserGroupInformation.createRemoteUser("dave", AuthMethod.SIMPLE);
          task.addToken(new Token<>());
          makeClient(task, conf);
        });
  }

  @Test
  void aClusterWithoutKerberosAsksForNoTicket() throws IOException {
    Configuration conf = new Configuration();
    conf.set("mapreduce.framework.name", "situ");
    conf.set("yarn.resourcemanager.address", "localhost:1");
    SituClientProtocolProvider provider = new SituClientProtocolProvider();
    provider.close(provider.create(conf));
  }
}
