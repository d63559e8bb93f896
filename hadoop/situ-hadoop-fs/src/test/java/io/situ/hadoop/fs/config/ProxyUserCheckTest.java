// SPDX-License-Identifier: Apache-2.0
package io.situ.hadoop.fs.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import java.security.PrivilegedExceptionAction;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileContext;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.security.AccessControlException;
import org.apache.hadoop.security.UserGroupInformation;
import org.junit.jupiter.api.Test;

class ProxyUserCheckTest {

  private static final URI LOCAL = URI.create("situ:///");
  private static final UserGroupInformation ALICE = UserGroupInformation.createRemoteUser("alice");
  private static final ProcessArguments NODE_MANAGER =
      ProcessArguments.of(List.of("java", "org.apache.hadoop.yarn.server.nodemanager.NodeManager"));
  private static final ProcessArguments SERVICE = ProcessArguments.of(List.of("java", "x.Service"));

  private static ProxyUserCheck process(ProcessArguments arguments, String... site) {
    Configuration files = new Configuration(false);
    for (int i = 0; i < site.length; i += 2) {
      files.set(site[i], site[i + 1]);
    }
    return new ProxyUserCheck(Set.of("hive"), arguments, new SiteFiles(files));
  }

  private static UserGroupInformation self() throws Exception {
    return UserGroupInformation.getLoginUser();
  }

  private static FileStatus open() throws Exception {
    try (FileSystem fs = FileSystem.newInstance(LOCAL, new Configuration())) {
      return fs.getFileStatus(new Path("/"));
    }
  }

  @Test
  void aProxiedUserIsRefused() throws Exception {
    UserGroupInformation proxied = UserGroupInformation.createProxyUser("alice", self());

    assertThatThrownBy(() -> proxied.doAs((PrivilegedExceptionAction<?>) ProxyUserCheckTest::open))
        .isInstanceOf(AccessControlException.class)
        .hasMessageStartingWith("situ:/// is not opened for user 'alice'")
        .hasMessageContaining("fs.situ.other.users=process");
  }

  @Test
  void anotherNameIsRefusedThroughEitherInterface() throws Exception {
    PrivilegedExceptionAction<FileContext> context = () -> FileContext.getFileContext(LOCAL);

    assertThatThrownBy(() -> ALICE.doAs((PrivilegedExceptionAction<?>) ProxyUserCheckTest::open))
        .isInstanceOf(AccessControlException.class);
    assertThatThrownBy(() -> ALICE.doAs(context)).hasStackTraceContaining("is not opened for user");
  }

  @Test
  void theProcessesOwnUserIsServed() throws Exception {
    UserGroupInformation same = UserGroupInformation.createRemoteUser(self().getShortUserName());

    assertThat(open().isDirectory()).isTrue();
    assertThat(same.doAs((PrivilegedExceptionAction<FileStatus>) ProxyUserCheckTest::open))
        .isNotNull();
  }

  @Test
  void aSiteFileAllowsIt() {
    assertThatCode(() -> process(SERVICE, "fs.situ.other.users", "process").check(LOCAL, ALICE))
        .doesNotThrowAnyException();
    assertThatThrownBy(() -> process(SERVICE, "fs.situ.other.users", "yes").check(LOCAL, ALICE))
        .isInstanceOf(AccessControlException.class);
  }

  @Test
  void aNodeManagerServesThoseWhoseTasksRunAsItself() throws Exception {
    UserGroupInformation proxied = UserGroupInformation.createProxyUser("alice", self());
    String executor = "yarn.nodemanager.container-executor.class";
    String linux = "org.apache.hadoop.yarn.server.nodemanager.LinuxContainerExecutor";

    assertThatCode(() -> process(NODE_MANAGER).check(LOCAL, ALICE)).doesNotThrowAnyException();
    assertThatThrownBy(() -> process(NODE_MANAGER).check(LOCAL, proxied))
        .isInstanceOf(AccessControlException.class);
    assertThatThrownBy(() -> process(NODE_MANAGER, executor, linux).check(LOCAL, ALICE))
        .isInstanceOf(AccessControlException.class);
  }

  @Test
  void containersAndExecutorsWorkForWhomTheyWereStarted() {
    assertThat(ProxyUserCheck.ofProcess(Map.of("CONTAINER_ID", "container_1", "USER", "alice")))
        .contains("alice");
    assertThat(ProxyUserCheck.ofProcess(Map.of("SPARK_USER", "alice"))).contains("alice");
    assertThat(ProxyUserCheck.ofProcess(Map.of("USER", "alice"))).doesNotContain("alice");
  }
}
