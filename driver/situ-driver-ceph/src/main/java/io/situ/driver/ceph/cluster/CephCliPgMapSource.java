// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.ceph.cluster;

import io.situ.storage.process.CommandResult;
import io.situ.storage.process.ExternalCommand;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Asks with one run of the program {@code ceph}. Nothing native is loaded into this process, so an
 * assertion that fails in Ceph's libraries ends that program and not a scheduler.
 */
final class CephCliPgMapSource implements PgMapSource {

  private static final int CONNECT_SECONDS = 10;
  private static final Duration TIMEOUT = Duration.ofSeconds(60);

  /** More than the answers of a cluster with a million placement groups. */
  private static final int MAX_OUTPUT = 512 << 20;

  private final String program;
  private final CephClusterConfig cluster;

  CephCliPgMapSource(CephClusterConfig cluster) {
    this("ceph", cluster);
  }

  CephCliPgMapSource(String program, CephClusterConfig cluster) {
    this.program = program;
    this.cluster = cluster;
  }

  @Override
  public List<String> fetch() throws IOException {
    List<String> argv = new ArrayList<>(List.of(program, "--id", cluster.user()));
    cluster.conf().ifPresent(file -> argv.addAll(List.of("-c", file)));
    cluster.keyring().ifPresent(file -> argv.addAll(List.of("--keyring", file)));
    argv.addAll(List.of("--connect-timeout", Integer.toString(CONNECT_SECONDS), "-f", "json"));
    String questions = String.join("\n", QUESTIONS) + "\n";
    ExternalCommand command =
        ExternalCommand.of(argv, TIMEOUT)
            .withoutVariables("CEPH_CONF", "CEPH_ARGS")
            .withMaxOutput(MAX_OUTPUT)
            .withInput(questions.getBytes(StandardCharsets.UTF_8));
    CommandResult result = run(command);
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

  private static CommandResult run(ExternalCommand command) throws IOException {
    try {
      return command.run();
    } catch (InterruptedIOException e) {
      throw e;
    } catch (IOException e) {
      boolean missing = e.getMessage().contains("cannot be started");
      throw missing ? new IOException(e.getMessage() + "; install ceph-common", e) : e;
    }
  }

  /** What the program said; a guess only where it said nothing. */
  private String refusal(CommandResult result) {
    String asked = "Ceph does not answer 'ceph --id " + cluster.user() + " pg dump': ";
    return result.firstError().isEmpty()
        ? asked
            + result.reason()
            + "; see that its monitors can be reached, and that the user has a key and the"
            + " capabilities mon 'allow r' and mgr 'allow r'"
        : asked + result.reason();
  }
}
