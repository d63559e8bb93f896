// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.attach;

import static org.assertj.core.api.Assertions.as;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

import io.situ.hdfs.cluster.LinkedCluster;
import io.situ.hdfs.source.AttachSummary;
import io.situ.storage.StoreException;
import java.io.Closeable;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.PrivilegedExceptionAction;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Properties;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.minikdc.MiniKdc;
import org.apache.hadoop.security.UserGroupInformation;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A cluster that believes no client without Kerberos. */
@Tag("servers")
class SecureClusterTest {

  @TempDir static Path scratch;
  private static MiniKdc kdc;
  private static File keytab;
  private static LinkedCluster linked;

  @BeforeAll
  static void start() throws Exception {
    Properties properties = MiniKdc.createConf();
    kdc = new MiniKdc(properties, scratch.toFile());
    kdc.start();
    keytab = scratch.resolve("all.keytab").toFile();
    kdc.createPrincipal(keytab, "hdfs/localhost", "HTTP/localhost", "alice");
    Configuration secure = new Configuration();
    secure.set("hadoop.security.authentication", "kerberos");
    UserGroupInformation.setConfiguration(secure);
    UserGroupInformation.loginUserFromKeytab(principal("hdfs/localhost"), keytab.toString());
    linked = new LinkedCluster(scratch, settings());
  }

  private static Map<String, String> settings() {
    Map<String, String> settings = new HashMap<>();
    settings.put("hadoop.security.authentication", "kerberos");
    for (String daemon : List.of("namenode", "datanode")) {
      settings.put("dfs." + daemon + ".keytab.file", keytab.toString());
      settings.put("dfs." + daemon + ".kerberos.principal", principal("hdfs/localhost"));
    }
    settings.put("dfs.web.authentication.kerberos.principal", principal("HTTP/localhost"));
    settings.put("dfs.web.authentication.kerberos.keytab", keytab.toString());
    settings.put("dfs.block.access.token.enable", "true");
    settings.put("dfs.data.transfer.protection", "authentication");
    settings.put("ignore.secure.ports.for.testing", "true");
    return settings;
  }

  private static String principal(String name) {
    return name + "@" + kdc.getRealm();
  }

  @AfterAll
  static void stop() {
    linked.close();
    kdc.stop();
    UserGroupInformation.reset();
    UserGroupInformation.setConfiguration(new Configuration());
  }

  private static AttachSummary attach(String root, String target) throws IOException {
    try (HdfsAttachService attachService = linked.attachService(target)) {
      return attachService.attach(
          LinkedCluster.tree(root),
          LinkedCluster.objects(linked.cluster().getConfiguration(0), root).iterator());
    }
  }

  private static UserGroupInformation alice() throws IOException {
    return UserGroupInformation.loginUserFromKeytabAndReturnUGI(
        principal("alice"), keytab.toString());
  }

  @Test
  void whoHasATicketReadsWhatIsAttached() throws Exception {
    byte[] bytes = linked.write("on12/open/file", 300_001);
    java.nio.file.Files.setPosixFilePermissions(
        linked.home().resolve("on12/open/file"), PosixFilePermissions.fromString("rw-r--r--"));

    assertThat(attach("/on12/open", "/open").files()).isEqualTo(1);

    assertThat(linked.hosts("/open/file")).containsExactly("node1", "node2");
    assertThat(alice().doAs(reading("/open/file"))).isEqualTo(bytes);
    try (HdfsAttachService attachService = linked.attachService("/open")) {
      assertThat(attachService.verify(broken -> {}, KnownChecksums.NONE)).isEqualTo(1);
      assertThat(attachService.detach().files()).isEqualTo(1);
    }
  }

  /** It believes only who has a token of a block. */
  @Test
  void aDataNodeThatRefusesABlockIsNotCalledSilent() throws Exception {
    linked.write("on1/sick/file", 1000);
    attach("/on1/sick", "/sick");
    List<BrokenFile> broken = new ArrayList<>();

    try (Closeable unmounted = LinkedCluster.withoutStores(linked.dataNode("node1"));
        HdfsAttachService attachService = linked.attachService("/sick")) {
      attachService.verify(broken::add, object -> OptionalInt.of(0));
    }

    assertThat(broken)
        .singleElement()
        .extracting(BrokenFile::difference, as(STRING))
        .startsWith("no DataNode gave the checksum of its bytes: ");
  }

  @Test
  void whoMayNotReadTheObjectMayNotReadTheFile() throws Exception {
    linked.write("on1/closed/file", 1000);
    java.nio.file.Files.setPosixFilePermissions(
        linked.home().resolve("on1/closed/file"), PosixFilePermissions.fromString("rw-------"));
    attach("/on1/closed", "/closed");

    assertThatThrownBy(() -> alice().doAs(reading("/closed/file")))
        .hasMessageContaining("Permission denied: user=alice");
  }

  @Test
  void whoHasNoTicketIsReportedInOneSentence() throws Exception {
    UserGroupInformation otherUser =
        UserGroupInformation.createRemoteUser(
            "nobody", org.apache.hadoop.security.SaslRpcServer.AuthMethod.KERBEROS);
    PrivilegedExceptionAction<AttachSummary> attach = () -> attach("/on1", "/refused");

    assertThatThrownBy(() -> otherUser.doAs(attach))
        .isInstanceOf(StoreException.class)
        .matches(e -> e.getMessage().lines().count() == 1, "one line");
  }

  private static PrivilegedExceptionAction<byte[]> reading(String name) {
    return () -> {
      Configuration conf = linked.cluster().getConfiguration(0);
      try (FileSystem hdfs = FileSystem.newInstance(linked.hdfs().getUri(), conf);
          InputStream in = hdfs.open(new org.apache.hadoop.fs.Path(name))) {
        return in.readAllBytes();
      }
    };
  }
}
