// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.ceph.cluster;

import io.situ.storage.process.CommandResult;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Asks with one run of the program {@code ceph}. */
final class CephCliPgMapSource implements PgMapSource {

  private final CephProgram ceph;

  CephCliPgMapSource(CephClusterConfig cluster) {
    this("ceph", cluster);
  }

  CephCliPgMapSource(String program, CephClusterConfig cluster) {
    this.ceph = new CephProgram(program, cluster);
  }

  @Override
  public List<String> fetch() throws IOException {
    CommandResult result = ceph.ask(QUESTIONS);
    List<String> answers =
        new String(result.output(), StandardCharsets.UTF_8)
            .lines()
            .filter(line -> line.startsWith("{") || line.startsWith("["))
            .toList();
    if (answers.size() != QUESTIONS.size()) {
      throw new IOException(refusal(result));
    }
    return answers;
  }

  /** What the program said; a guess only where it said nothing. */
  private String refusal(CommandResult result) {
    String asked = "Ceph does not answer 'ceph --id " + ceph.cluster().user() + " pg dump': ";
    return result.firstError().isEmpty()
        ? asked
            + result.reason()
            + "; see that its monitors can be reached, and that the user has a key and the"
            + " capabilities mon 'allow r' and mgr 'allow r'"
        : asked + result.reason();
  }
}
