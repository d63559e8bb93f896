// SPDX-License-Identifier: Apache-2.0
package io.situ.hadoop.fs.config;

import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CommonConfigurationKeysPublic;
import org.apache.hadoop.security.SecurityUtil;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.security.UserGroupInformation.AuthenticationMethod;

/**
 * Whether this process logs in with Kerberos. Hadoop takes that from the configuration on the class
 * path, where a program that is given a cluster's configuration has none. Thread-safe.
 */
public final class ClientSecurity {

  private ClientSecurity() {}

  /**
   * Has the process log in with Kerberos from here on, if the servers of a configuration ask for it
   * and it does not yet.
   *
   * @return whether the servers of the configuration ask for it
   * @throws IOException in one sentence, if the kind of authentication is unknown, or this host has
   *     no Kerberos realm
   */
  public static boolean use(Configuration conf) throws IOException {
    try {
      boolean secure = SecurityUtil.getAuthenticationMethod(conf) != AuthenticationMethod.SIMPLE;
      if (secure && !UserGroupInformation.isSecurityEnabled()) {
        UserGroupInformation.setConfiguration(conf);
      }
      return secure;
    } catch (IllegalArgumentException e) {
      throw new IOException(
          "this process cannot log in as "
              + CommonConfigurationKeysPublic.HADOOP_SECURITY_AUTHENTICATION
              + " asks: "
              + e.getMessage(),
          e);
    }
  }
}
