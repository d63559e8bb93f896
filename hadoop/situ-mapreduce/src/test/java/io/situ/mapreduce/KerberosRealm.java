// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.security.UserGroupInformation;
import org.junit.jupiter.api.function.Executable;

/** A realm without a server. */
public final class KerberosRealm {

  private KerberosRealm() {}

  /** Runs a test as on a host that has a realm of Kerberos. */
  public static void run(Executable test) throws Throwable {
    System.setProperty("java.security.krb5.realm", "EXAMPLE.ORG");
    System.setProperty("java.security.krb5.kdc", "localhost");
    try {
      test.execute();
    } finally {
      System.clearProperty("java.security.krb5.realm");
      System.clearProperty("java.security.krb5.kdc");
      UserGroupInformation.reset();
      UserGroupInformation.setConfiguration(new Configuration());
    }
  }
}
