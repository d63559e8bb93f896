// SPDX-License-Identifier: Apache-2.0
package io.situ.testbed.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.situ.testbed.AdminMount;
import io.situ.testbed.BuiltSourceTree;
import io.situ.testbed.JobJson;
import io.situ.testbed.TestbedExtension;
import io.situ.testbed.host.HostBytes;
import io.situ.testbed.state.TestbedOptions;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** A job on files that are kept in shards, which lie on different hosts. */
@Tag("cluster")
@Tag("long")
class ShardedJobsTest extends TestbedJobsFixture {

  private static final TestbedOptions.Storage SHARDED =
      new TestbedOptions.Storage(TestbedOptions.StoreKind.GLUSTER, 2).withShard("4MB");

  @RegisterExtension
  static final TestbedExtension TESTBED =
      BuiltSourceTree.testbed(TestbedOptions.gluster(3, 2).withStore(SHARDED));

  ShardedJobsTest() {
    super(TESTBED);
  }

  @TempDir private Path admin;

  /** One file of 16 shards is one split to Hadoop, and reaches over all hosts. */
  @Test
  void aFileIsCutWhereItsShardsChangeHosts() throws Exception {
    for (String host : testbed.hosts()) {
      testbed.run(host, AdminMount.command(host, admin)).orThrow();
    }
    jobs.writeWords("in", 1, 64 << 20);
    Map<String, HostBytes> before = testbed.bytes();
    String mount = "fs.situ.store.vol.admin.mount=" + admin;
    runStrictly("situ://vol/in", "situ://vol/out", mount, CUT).orThrow();
    long received =
        testbed.bytes().entrySet().stream()
            .mapToLong(host -> host.getValue().since(before.get(host.getKey())).received())
            .sum();

    assertThat(jobs.words("out")).isEqualTo(jobs.expected("in"));
    JobJson record = JobJson.only(records);
    assertThat(record.number("splits")).isEqualTo(1);
    assertThat(record.number("maps")).isGreaterThanOrEqualTo(3);
    assertThat(record.number("dataLocalMaps")).isEqualTo(record.number("maps"));
    // A line that crosses the end of a piece is read to its end, and its start is read twice.
    assertThat(record.number("bytesRack") + record.number("bytesRemote")).isLessThan(12 << 20);
    assertThat(record.number("bytesLocal")).isGreaterThan(52 << 20);
    assertThat(received).isLessThan(Files.size(testbed.mount().resolve("in/text-0")));
  }
}
