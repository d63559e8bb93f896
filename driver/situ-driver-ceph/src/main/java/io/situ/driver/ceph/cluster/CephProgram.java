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
 * The program {@code ceph}, which asks a cluster's monitors and manager. Nothing native is loaded
 * into this process, so an assertion that fails in Ceph's libraries ends that program and not a
 * scheduler. Thread-safe.
 *
 * @param program its name or path
 */
record CephProgram(String program, CephClusterConfig cluster) {

  private static final int CONNECT_SECONDS = 10;
  private static final Duration TIMEOUT = Duration.ofSeconds(60);

  /** More than the answers of a cluster with a million placement groups. */
  private static final int MAX_OUTPUT = 512 << 20;

  /**
   * Asks all questions with one run. What is not answered is said on its error output only.
   *
   * @throws IOException with one sentence, if it cannot be run to its end
   */
  CommandResult ask(List<String> questions) throws IOException {
    List<String> argv = new ArrayList<>(List.of(program, "--id", cluster.user()));
    cluster.conf().ifPresent(file -> argv.addAll(List.of("-c", file)));
    cluster.keyring().ifPresent(file -> argv.addAll(List.of("--keyring", file)));
    argv.addAll(List.of("--connect-timeout", Integer.toString(CONNECT_SECONDS), "-f", "json"));
    String lines = String.join("\n", questions) + "\n";
    ExternalCommand command =
        ExternalCommand.of(argv, TIMEOUT)
            .withoutVariables("CEPH_CONF", "CEPH_ARGS")
            .withMaxOutput(MAX_OUTPUT)
            .withInput(lines.getBytes(StandardCharsets.UTF_8));
    try {
      return command.run();
    } catch (InterruptedIOException e) {
      throw e;
    } catch (IOException e) {
      boolean missing = e.getMessage().contains("cannot be started");
      throw missing ? new IOException(e.getMessage() + "; install ceph-common", e) : e;
    }
  }
}
