// SPDX-License-Identifier: Apache-2.0
package io.situ.hadoop.fs.config;

import java.io.IOException;
import java.net.URI;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.hadoop.security.AccessControlException;
import org.apache.hadoop.security.UserGroupInformation;

/**
 * Refuses to open a store for a user other than those whom the process works for: the store asks
 * the operating system, which knows the process's user only, so the other user would act with the
 * rights of the process.
 */
public final class ProxyUserCheck {

  private static final String NODE_MANAGER =
      "org.apache.hadoop.yarn.server.nodemanager.NodeManager";
  private static final String EXECUTOR = "yarn.nodemanager.container-executor.class";
  private static final String SAME_USER_EXECUTOR = "DefaultContainerExecutor";

  private final Set<String> own;
  private final ProcessArguments process;
  private final SiteFiles site;

  /**
   * @param own short names of the users whom the process works for
   */
  ProxyUserCheck(Set<String> own, ProcessArguments process, SiteFiles site) {
    this.own = Set.copyOf(own);
    this.process = process;
    this.site = site;
  }

  /**
   * Refuses the current user if the process does not work for it.
   *
   * @param uri of the store
   * @throws AccessControlException naming both users and the key that allows it
   */
  public static void check(URI uri) throws IOException {
    UserGroupInformation current = UserGroupInformation.getCurrentUser();
    Set<String> own = ofProcess(System.getenv());
    if (!own.contains(current.getShortUserName())) {
      own.add(UserGroupInformation.getLoginUser().getShortUserName());
      new ProxyUserCheck(own, ProcessRole.arguments(), new SiteFiles()).check(uri, current);
    }
  }

  /**
   * Returns the users that were known when the process was started: its own, and the one for whom
   * YARN or Spark started it. Code that runs there has the rights of the process already.
   */
  static Set<String> ofProcess(Map<String, String> environment) {
    Set<String> own = new LinkedHashSet<>();
    ProcessHandle.current().info().user().ifPresent(own::add);
    boolean container = environment.containsKey("CONTAINER_ID");
    Stream.of(container ? "USER" : "", "SPARK_USER")
        .map(environment::get)
        .filter(name -> name != null && !name.isEmpty())
        .forEach(own::add);
    return own;
  }

  public void check(URI uri, UserGroupInformation user) throws AccessControlException {
    boolean allowed =
        own.contains(user.getShortUserName())
            || startsTasksAsItself() && user.getRealUser() == null
            || lendsRights();
    if (!allowed) {
      throw new AccessControlException(refusal(uri, user));
    }
  }

  /** A NodeManager whose containers run as its own user lends them nothing that they have not. */
  private boolean startsTasksAsItself() {
    return process.mainClass().equals(NODE_MANAGER)
        && site.get(EXECUTOR).orElse(SAME_USER_EXECUTOR).endsWith(SAME_USER_EXECUTOR);
  }

  /** A value that is not valid allows nothing. */
  private boolean lendsRights() throws AccessControlException {
    try {
      return site.find(SituKeys.OTHER_USERS).orElse(false);
    } catch (IllegalArgumentException e) {
      throw new AccessControlException(e.getMessage());
    }
  }

  private String refusal(URI uri, UserGroupInformation user) {
    String service = own.stream().findFirst().orElse("another user");
    return uri
        + " is not opened for user '"
        + user.getShortUserName()
        + "', for whom this process of '"
        + service
        + "' acts: the store would use the rights of '"
        + service
        + "'; let the process run as that user, or set "
        + SituKeys.PREFIX
        + SituKeys.OTHER_USERS.name()
        + "=process in core-site.xml on its class path if everybody may have these rights";
  }
}
