// SPDX-License-Identifier: Apache-2.0
package io.situ.hadoop.fs.config;

import io.situ.storage.StoreException;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CommonConfigurationKeys;
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
   * Has the process log in with Kerberos, as {@link #use}, and makes certain that servers which ask
   * for it will know the user: Hadoop's own message says nothing of a ticket.
   *
   * @return as {@link #use}
   * @throws StoreException {@code PERMISSION_DENIED} if there is neither a ticket that is valid nor
   *     a token
   * @throws IOException as {@link #use}
   */
  public static boolean requireLogin(Configuration conf) throws IOException {
    boolean secure = use(conf);
    requireCredentials(conf, UserGroupInformation.getLoginUser());
    return secure;
  }

  /**
   * Makes certain that servers which ask for Kerberos will know the user that calls this, who may
   * be one that the program has logged in itself.
   *
   * @throws StoreException {@code PERMISSION_DENIED} if the process has logged in with Kerberos,
   *     the configuration asks for it, and this user has neither a ticket that is valid nor a token
   * @throws IOException if it cannot be found out who calls this
   */
  public static void requireCredentials(Configuration conf) throws IOException {
    if (UserGroupInformation.isSecurityEnabled()) {
      requireCredentials(conf, UserGroupInformation.getCurrentUser());
    }
  }

  private static void requireCredentials(Configuration conf, UserGroupInformation user)
      throws StoreException {
    if (SecurityUtil.getAuthenticationMethod(conf) != AuthenticationMethod.KERBEROS
        || conf.getBoolean(
            CommonConfigurationKeys.IPC_CLIENT_FALLBACK_TO_SIMPLE_AUTH_ALLOWED_KEY,
            CommonConfigurationKeys.IPC_CLIENT_FALLBACK_TO_SIMPLE_AUTH_ALLOWED_DEFAULT)) {
      return;
    }
    UserGroupInformation real = user.getRealUser() == null ? user : user.getRealUser();
    if (!real.hasKerberosCredentials() && user.getTokens().isEmpty()) {
      throw new StoreException(
          StoreException.Kind.PERMISSION_DENIED,
          null,
          CommonConfigurationKeysPublic.HADOOP_SECURITY_AUTHENTICATION
              + " asks for Kerberos, and "
              + user.getShortUserName()
              + " has no ticket that is valid: run kinit");
    }
  }

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
        // A login from before was one without Kerberos.
        UserGroupInformation.loginUserFromSubject(null);
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
