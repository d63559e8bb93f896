package io.situ.driver.ceph;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * Asks with one run of the program {@code ceph}. Nothing native is loaded into this process, so an
 * assertion that fails in Ceph's libraries ends that program and not a scheduler.
 */
final class CephCommand implements MapSource {

  private static final int CONNECT_SECONDS = 10;
  private static final int PATIENCE_SECONDS = 60;

  private final Cluster cluster;

  CephCommand(Cluster cluster) {
    this.cluster = cluster;
  }

  @Override
  public List<String> ask() throws IOException {
    List<String> argv = new ArrayList<>(List.of("ceph", "--id", cluster.user()));
    cluster.conf().ifPresent(file -> argv.addAll(List.of("-c", file)));
    cluster.keyring().ifPresent(file -> argv.addAll(List.of("--keyring", file)));
    argv.addAll(List.of("--connect-timeout", Integer.toString(CONNECT_SECONDS), "-f", "json"));
    ProcessBuilder builder = new ProcessBuilder(argv).redirectError(new File("/dev/null"));
    builder.environment().remove("CEPH_CONF");
    builder.environment().remove("CEPH_ARGS");
    Process process;
    try {
      process = builder.start();
    } catch (IOException e) {
      throw new IOException("the program ceph cannot be run: install ceph-common", e);
    }
    try {
      return answers(process);
    } finally {
      process.destroyForcibly();
    }
  }

  private List<String> answers(Process process) throws IOException {
    CompletableFuture<String> output =
        CompletableFuture.supplyAsync(
            () -> {
              try {
                return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
              } catch (IOException e) {
                throw new UncheckedIOException(e);
              }
            });
    try (var input = process.getOutputStream()) {
      input.write((String.join("\n", QUESTIONS) + "\n").getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new IOException(refusal(), e);
    }
    try {
      if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
        throw new IOException("Ceph's monitors do not answer");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while asking Ceph", e);
    }
    List<String> answers =
        output.join().lines().filter(line -> line.startsWith("{") || line.startsWith("[")).toList();
    if (answers.size() != QUESTIONS.size()) {
      throw new IOException(refusal());
    }
    return answers;
  }

  private String refusal() {
    return "Ceph does not answer 'ceph --id "
        + cluster.user()
        + " pg dump': see that its monitors can be reached, and that the user has a key and the"
        + " capabilities mon 'allow r' and mgr 'allow r'";
  }
}
