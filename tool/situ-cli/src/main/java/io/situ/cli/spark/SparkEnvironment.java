// SPDX-License-Identifier: Apache-2.0
package io.situ.cli.spark;

import io.situ.storage.process.CommandResult;
import io.situ.storage.process.ExternalCommand;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The environment that Spark's programs start Java in. */
final class SparkEnvironment {

  private static final String HOME = "SPARK_HOME";

  /** What Spark's programs source first: it finds {@code SPARK_HOME}, and has spark-env.sh run. */
  private static final String SCRIPT = "load-spark-env.sh";

  private static final String SOURCE = ". \"$0\" >/dev/null; exec env -0";
  private static final Duration TIMEOUT = Duration.ofMinutes(1);

  private SparkEnvironment() {}

  /**
   * Has Spark's own script change an environment. Nothing else in it is run than what each program
   * of Spark runs.
   *
   * @param bin the directory of {@code spark-submit}
   * @param environment the caller's
   * @return the environment as it was given, if there is no such script in the directory
   * @throws IOException in one sentence, if the script fails, takes more than a minute, or finds no
   *     Spark
   */
  static Map<String, String> load(Path bin, Map<String, String> environment) throws IOException {
    Path script = bin.resolve(SCRIPT);
    if (!Files.isRegularFile(script)) {
      return environment;
    }
    ExternalCommand command =
        ExternalCommand.of(List.of("bash", "-c", SOURCE, script.toString()), TIMEOUT)
            .withoutVariables(HOME);
    for (Map.Entry<String, String> variable : environment.entrySet()) {
      if (!variable.getKey().equals(HOME) || !variable.getValue().isBlank()) {
        command = command.withVariable(variable.getKey(), variable.getValue());
      }
    }
    return load(script, command);
  }

  private static Map<String, String> load(Path script, ExternalCommand command) throws IOException {
    CommandResult result = run(script, command);
    Map<String, String> loaded = new HashMap<>();
    for (String variable : new String(result.output(), StandardCharsets.UTF_8).split("\0")) {
      int equals = variable.indexOf('=');
      if (equals > 0) {
        loaded.put(variable.substring(0, equals), variable.substring(equals + 1));
      }
    }
    if (loaded.getOrDefault(HOME, "").isBlank()) {
      throw new IOException(
          "'"
              + script
              + "' finds no Spark"
              + (result.firstError().isEmpty() ? "" : " (" + result.firstError() + ")")
              + ": set SPARK_HOME to the directory of a Spark distribution");
    }
    return loaded;
  }

  private static CommandResult run(Path script, ExternalCommand command) throws IOException {
    try {
      CommandResult result = command.run();
      result.require();
      return result;
    } catch (IOException e) {
      throw new IOException("'" + script + "' fails: " + e.getMessage(), e);
    }
  }
}
