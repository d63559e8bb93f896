// SPDX-License-Identifier: Apache-2.0
package io.situ.testbed.attach;

import static org.assertj.core.api.Assertions.assertThat;

import io.situ.testbed.BuiltSourceTree;
import io.situ.testbed.S3Bucket;
import io.situ.testbed.Testbed;
import io.situ.testbed.TestbedExtension;
import io.situ.testbed.hadoop.HadoopDaemons;
import io.situ.testbed.process.Commands;
import io.situ.testbed.process.HostCommandResult;
import io.situ.testbed.state.TestbedOptions;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Objects of a bucket as files of HDFS: each DataNode asks the gateway of its host. */
@Tag("long")
@Tag("cluster")
class RgwHdfsAttachTest {

  private static final int PIECE = 4 << 20;
  private static final String LINE = "an object that is read as a file\n";

  @RegisterExtension
  static final TestbedExtension TESTBED =
      BuiltSourceTree.testbed(
          TestbedOptions.ceph(3, 2)
              .withStore(new TestbedOptions.Storage(TestbedOptions.StoreKind.CEPH, 2).withRgw()));

  private final Testbed testbed = TESTBED.testbed();
  private final HdfsAttachment attachment = new HdfsAttachment(testbed);
  private final S3Bucket bucket = new S3Bucket(testbed);

  @TempDir private Path state;

  @Test
  void anObjectIsAFileOfItsHostsUntilItIsOverwritten() throws Exception {
    String large = LINE.repeat(13 * PIECE / 2 / LINE.length());
    bucket.make();
    put(large, "in/large");
    put(LINE, "in/d/small");

    situ("attach", "situ://s3/in", HadoopDaemons.NAME_NODE + "/objects");
    Map<String, List<List<String>>> hosts = attachment.locations("/objects");
    assertThat(hosts).containsOnlyKeys("large", "d/small");
    assertThat(hosts.get("large")).hasSizeGreaterThan(1).isEqualTo(pieces("in/large"));
    assertThat(hosts.get("d/small")).isEqualTo(pieces("in/d/small"));
    assertThat(cat("large").orThrow()).isEqualTo(large.strip());
    assertThat(cat("d/small").orThrow()).isEqualTo(LINE.strip());

    put(large.replace("read", "kept"), "in/large");
    HostCommandResult overwritten = cat("large");
    assertThat(overwritten.exitCode()).isNotZero();
    assertThat(overwritten.out()).doesNotContain("kept");
    assertThat(cat("d/small").orThrow()).isEqualTo(LINE.strip());
    HostCommandResult verified =
        Commands.result(attachment.situ(state, "verify", HadoopDaemons.NAME_NODE + "/objects"), "");
    assertThat(verified.exitCode()).isEqualTo(1);
    assertThat(verified.out()).contains("/objects/large: ").doesNotContain("small: ");
  }

  private void put(String text, String key) throws IOException {
    Path file = testbed.mount().resolve("object");
    bucket.put(Files.writeString(file, text, StandardCharsets.US_ASCII), key);
  }

  private String situ(String command, String... words) {
    return Commands.result(attachment.situ(state, command, words), "").orThrow();
  }

  private HostCommandResult cat(String name) {
    return testbed.hadoop("hdfs", "dfs", "-cat", "/objects/" + name);
  }

  /** The hosts of an object, a list for each part that lies on the same ones. */
  private List<List<String>> pieces(String key) {
    List<List<String>> all = new ArrayList<>();
    for (String line : situ("locate", "situ://s3/" + key).lines().toList()) {
      List<String> host = List.of(line.split("\t")[2]);
      if (all.isEmpty() || !all.get(all.size() - 1).equals(host)) {
        all.add(host);
      }
    }
    return all;
  }
}
