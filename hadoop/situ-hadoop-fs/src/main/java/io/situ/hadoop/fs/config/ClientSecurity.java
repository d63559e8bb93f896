// SPDX-License-Identifier: Apache-2.0
package io.situ.hadoop.fs.config;

import org.apache.hadoop.conf.Configuration;
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
   * @throws IllegalArgumentException if the kind of authentication is unknown, or this host has no
   *     Kerberos realm
   */
  public static void use(Configuration conf) {
    boolean secure = SecurityUtil.getAuthenticationMethod(conf) != AuthenticationMethod.SIMPLE;
    if (secure && !UserGroupInformation.isSecurityEnabled()) {
      UserGroupInformation.setConfiguration(conf);
    }
  }
}
