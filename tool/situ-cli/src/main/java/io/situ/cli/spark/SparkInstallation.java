// SPDX-License-Identifier: Apache-2.0
package io.situ.cli.spark;

import io.situ.storage.local.LocalDirectories;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The user's own Spark.
 *
 * @param submit the program {@code spark-submit}
 * @param home the directory with {@code jars}
 * @param version Spark's version, such as {@code 4.1.3}
 * @param scala the binary version of its Scala, such as {@code 2.13}
 */
public record SparkInstallation(Path submit, Path home, String version, String scala) {

  /** For which lines of Spark there is a jar, and with which Scala. */
  private static final Set<String> LINES = Set.of("3.5_2.12", "4_2.13");

  private static final Pattern CORE = Pattern.compile("spark-core_([\\d.]+)-(\\d+\\..+)\\.jar");

  /**
   * Finds Spark by {@code SPARK_HOME}, or else {@code spark-submit} in {@code PATH}.
   *
   * @throws IOException in one sentence, if it is not there or its version cannot be found
   */
  public static SparkInstallation find(Map<String, String> environment) throws IOException {
    Path submit = submit(environment);
    String home = environment.getOrDefault("SPARK_HOME", "");
    Path directory = home.isBlank() ? submit.toRealPath().getParent().getParent() : Path.of(home);
    return of(submit, directory);
  }

  private static Path submit(Map<String, String> environment) throws IOException {
    String home = environment.getOrDefault("SPARK_HOME", "");
    if (!home.isBlank()) {
      Path submit = Path.of(home, "bin", "spark-submit");
      if (!Files.isExecutable(submit)) {
        throw new IOException(
            "SPARK_HOME is '"
                + home
                + "', but '"
                + submit
                + "' is not a program: set it to the"
                + " directory of a Spark distribution, or unset it");
      }
      return submit;
    }
    for (String directory : environment.getOrDefault("PATH", "").split(":")) {
      Path submit = Path.of(directory, "spark-submit");
      if (!directory.isEmpty() && Files.isExecutable(submit)) {
        return submit;
      }
    }
    throw new IOException(
        "there is no spark-submit in PATH: set SPARK_HOME to the directory of a Spark distribution"
            + " (https://spark.apache.org), or install PySpark");
  }

  private static SparkInstallation of(Path submit, Path home) throws IOException {
    Optional<SparkInstallation> found = Optional.empty();
    Path jars = home.resolve("jars");
    if (Files.isDirectory(jars)) {
      for (Path core : LocalDirectories.list(jars, "spark-core_*.jar")) {
        Matcher name = CORE.matcher(core.getFileName().toString());
        if (name.matches()) {
          found = Optional.of(new SparkInstallation(submit, home, name.group(2), name.group(1)));
        }
      }
    }
    return found.orElseThrow(
        () ->
            new IOException(
                "the version of the Spark of '"
                    + submit
                    + "' cannot be found, because there is no '"
                    + jars.resolve("spark-core_*.jar")
                    + "': set SPARK_HOME to the directory of a Spark distribution"));
  }

  /**
   * Returns the jar of Situ for this Spark, below the top of a source tree.
   *
   * @throws IOException in one sentence, if there is none for this version
   */
  public Path jar(Path tree, String situ) throws IOException {
    String line = version.startsWith("3.5.") ? "3.5" : version.replaceFirst("\\..*", "");
    String asked = line + "_" + scala;
    if (!LINES.contains(asked)) {
      throw new IOException(
          "Situ has no jar for Spark "
              + version
              + " with Scala "
              + scala
              + ", which is in '"
              + home
              + "'; it has one for Spark 3.5 with Scala 2.12, and one for Spark 4.0 and newer 4.x"
              + " with Scala 2.13");
    }
    Path target = tree.resolve("spark/situ-spark-" + line + "/target");
    Path jar = target.resolve("situ-spark-" + asked + "-" + situ + ".jar");
    if (!Files.isRegularFile(jar)) {
      throw new IOException(
          "'" + jar + "' is not built: call bin/situ without SITU_NO_BUILD, which builds it");
    }
    return jar;
  }

  /** Returns the file with the defaults of {@code spark-submit}; it need not exist. */
  public Path defaults(Map<String, String> environment) {
    String conf = environment.getOrDefault("SPARK_CONF_DIR", "");
    Path directory = conf.isBlank() ? home.resolve("conf") : Path.of(conf);
    return directory.resolve("spark-defaults.conf");
  }
}
