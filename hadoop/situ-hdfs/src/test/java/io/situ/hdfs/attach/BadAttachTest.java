// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.attach;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.situ.hdfs.cluster.LinkedCluster;
import io.situ.hdfs.cluster.LinkedClusterFixture;
import io.situ.hdfs.source.AttachSummary;
import io.situ.storage.StoreException;
import io.situ.storage.StoreException.Kind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.SafeModeAction;
import org.apache.hadoop.hdfs.protocol.HdfsConstants;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What can be wrong with an attach: one sentence, a kind that gives an exit code, no leftovers. */
@Tag("hadoop-3.4-long")
class BadAttachTest extends LinkedClusterFixture {

  private Map<String, String> settings;

  @BeforeEach
  void configure() throws IOException {
    linked.write("on1/data/file", 10);
    settings = LinkedCluster.keys(linked.cluster().getConfiguration(0));
  }

  private AttachSummary attach(String target) throws IOException {
    try (HdfsAttachService attachService = HdfsAttachService.open(settings, target)) {
      return attachService.attach(
          LinkedCluster.tree("/on1/data"),
          LinkedCluster.objects(linked.cluster().getConfiguration(0), "/on1/data").iterator());
    }
  }

  private void assertRefused(String target, Kind kind, String words) {
    assertThatExceptionOfType(StoreException.class)
        .isThrownBy(() -> attach(target))
        .matches(e -> e.kind() == kind, kind.toString())
        .withMessageContaining(words)
        .matches(e -> e.getMessage().lines().count() == 1, "one line");
  }

  @Test
  void safeMode() throws Exception {
    linked.hdfs().setSafeMode(SafeModeAction.ENTER);
    try {
      assertRefused(linked.hdfs().getUri() + "/safe", Kind.UNAVAILABLE, "is in safe mode");
    } finally {
      linked.hdfs().setSafeMode(SafeModeAction.LEAVE);
    }
    assertThat(attach(linked.hdfs().getUri() + "/safe").files()).isEqualTo(1);
  }

  @Test
  void aSpaceQuotaThatIsTooSmall() throws Exception {
    linked.hdfs().mkdirs(path("/quota"));
    linked.hdfs().setQuota(path("/quota"), HdfsConstants.QUOTA_DONT_SET, 1 << 19);
    assertRefused(linked.hdfs().getUri() + "/quota/data", Kind.NO_SPACE, "quota");
    assertThat(linked.names("/quota")).isEmpty();

    linked.hdfs().setQuota(path("/quota"), HdfsConstants.QUOTA_DONT_SET, 1 << 20);
    assertThat(attach(linked.hdfs().getUri() + "/quota/data").files()).isEqualTo(1);
    assertThat(linked.hdfs().getQuotaUsage(path("/quota")).getSpaceConsumed()).isEqualTo(10);
  }

  /** What the NameNode counts until it starts again: no block for more than the block size. */
  @Test
  void aBlockLargerThanTheBlockSizeCountsAsThat() throws Exception {
    linked.write("on1/large/file", 3 << 20);
    settings.put("dfs.blocksize", "1048576");
    linked.hdfs().mkdirs(path("/large"));
    linked.hdfs().setQuota(path("/large"), HdfsConstants.QUOTA_DONT_SET, 2 << 20);
    try (HdfsAttachService attachService =
        HdfsAttachService.open(settings, linked.hdfs().getUri() + "/large/data")) {
      attachService.attach(
          LinkedCluster.tree("/on1/large"),
          LinkedCluster.objects(linked.cluster().getConfiguration(0), "/on1/large").iterator());
    }
    assertThat(linked.hdfs().getQuotaUsage(path("/large")).getSpaceConsumed()).isEqualTo(1 << 20);
    assertThat(linked.hdfs().getContentSummary(path("/large")).getSpaceConsumed())
        .isEqualTo(3 << 20);
  }

  private static org.apache.hadoop.fs.Path path(String name) {
    return new org.apache.hadoop.fs.Path(name);
  }

  @Test
  void aNameNodeThatIsNotThere() {
    settings.put("ipc.client.connect.max.retries", "0");
    assertRefused("hdfs://localhost:1/nobody", Kind.UNAVAILABLE, "HDFS does not answer: ");
  }

  @Test
  void anUnknownNameNodeIsReported() {
    settings.put("ipc.client.connect.max.retries", "0");
    assertRefused("hdfs://no-such-host.invalid/x", Kind.UNAVAILABLE, "no-such-host.invalid");
  }

  @Test
  void aWrongSecret() throws Exception {
    Path secret =
        Files.writeString(scratch.resolve("wrong"), "another secret of thirty-two bytes or more");
    Files.setPosixFilePermissions(secret, PosixFilePermissions.fromString("rw-------"));
    settings.put("fs.situ.hdfs.secret.file", secret.toString());

    assertRefused(
        linked.hdfs().getUri() + "/secret", Kind.FAILED, "does not prove that it knows the secret");
    assertThat(linked.names("/"))
        .doesNotContain("secret")
        .noneMatch(name -> name.startsWith(".situ-attach"));
  }

  @Test
  void noSecret() throws Exception {
    settings.remove("fs.situ.hdfs.secret.file");
    assertRefused(
        linked.hdfs().getUri() + "/secret", Kind.FAILED, "fs.situ.hdfs.secret.file is not set");
  }

  @Test
  void aTargetBelowAFile() throws Exception {
    linked.attach("/on1/data", "/below");
    assertRefused(linked.hdfs().getUri() + "/below/file/x", Kind.ALREADY_EXISTS, "/below/file");
  }

  @Test
  void aTableOfIdentitiesThatMakesNoSense() throws Exception {
    Path table = Files.writeString(scratch.resolve("identities"), "user root\n");
    settings.put("fs.situ.hdfs.identities", table.toString());
    assertRefused(
        linked.hdfs().getUri() + "/who", Kind.INVALID_ARGUMENT, "line 1 of '" + table + "'");
  }

  @Test
  void ownersHaveOtherNamesInHdfs() throws Exception {
    Path table =
        Files.writeString(
            scratch.resolve("names"),
            "# who is who\nuser " + System.getProperty("user.name") + " alice\ngroup * readers\n");
    settings.put("fs.situ.hdfs.identities", table.toString());

    attach(linked.hdfs().getUri() + "/named");

    FileStatus file = linked.hdfs().getFileStatus(new org.apache.hadoop.fs.Path("/named/file"));
    assertThat(file.getOwner()).isEqualTo("alice");
    assertThat(file.getGroup()).isEqualTo("readers");
    FileStatus directory = linked.hdfs().getFileStatus(new org.apache.hadoop.fs.Path("/named"));
    assertThat(directory.getOwner()).isEqualTo("alice");
  }
}
