// SPDX-License-Identifier: Apache-2.0
package io.situ.testbed;

import io.situ.testbed.process.Await;
import io.situ.testing.ceph.CephPlan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The bucket of a testbed's store {@code s3}, as anybody with a client of S3 uses it. */
public record S3Bucket(Testbed testbed) {

  private static final String URL = "http://node1:7480/data";

  /** How many each pool of a testbed has. */
  private static final int GROUPS = 8;

  public void make() throws IOException {
    curl("-X", "PUT", URL);
  }

  /**
   * Puts a file that all hosts see; returns once it is known where its bytes are: the servers count
   * a pool's groups only a few seconds after they made it for the first object.
   */
  public void put(Path file, String key) throws IOException {
    curl("-T", file.toString(), URL + "/" + key);
    Await.until("know who has the bucket's groups", this::isPlaced);
  }

  private boolean isPlaced() {
    String groups = new CephTool(testbed).run("pg", "ls-by-pool", CephPlan.S3_POOL, "active");
    return groups.lines().filter(line -> line.matches("[0-9]+\\.[0-9a-f]+ .*")).count() == GROUPS;
  }

  private void curl(String... arguments) throws IOException {
    Path credentials = testbed.mount().resolveSibling("etc/ceph/s3.credentials");
    List<String> lines = Files.readAllLines(credentials);
    String user =
        lines.get(1).replaceFirst(".*= ", "") + ":" + lines.get(2).replaceFirst(".*= ", "");
    List<String> argv = new ArrayList<>(List.of("curl", "-sS", "-f", "--user", user));
    argv.addAll(List.of("--aws-sigv4", "aws:amz:us-east-1:s3"));
    argv.addAll(List.of("-H", "x-amz-content-sha256: UNSIGNED-PAYLOAD"));
    argv.addAll(List.of(arguments));
    testbed.run("node1", argv.toArray(String[]::new)).orThrow();
  }
}
