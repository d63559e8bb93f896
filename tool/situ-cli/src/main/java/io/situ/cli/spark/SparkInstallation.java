// SPDX-License-Identifier: Apache-2.0
package io.situ.cli.spark;

import io.situ.cli.context.GlobalOptions;
import io.situ.storage.local.LocalDirectories;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The user's own Spark.
 *
 * @param submit the program {@code spark-submit}
 * @param home the directory with {@code jars}
 * @param version Spark's version, such as {@code 4.1.3}
 * @param scala the binary version of its Scala, such as {@code 2.13}
 * @param environment of its Java processes: the caller's, as {@code spark-env.sh} changes it
 */
public record SparkInstallation(
    Path submit, Path home, String version, String scala, Map<String, String> environment) {

  /** Variable with directories of Hadoop's configuration. */
  static final String HADOOP_CONF_DIR = "HADOOP_CONF_DIR";

  /** For which lines of Spark there is a jar, and with which Scala. */
  private static final Set<String> LINES = Set.of("3.5_2.12", "4_2.13");

  private static final Pattern CORE = Pattern.compile("spark-core_([\\d.]+)-(\\d+\\..+)\\.jar");

  public SparkInstallation {
    environment = Map.copyOf(environment);
  }

  /**
   * Finds Spark by {@code SPARK_HOME}, or else {@code spark-submit} in {@code PATH}, as Spark's own
   * scripts do: of PySpark the programs are elsewhere than the rest.
   *
   * @throws IOException in one sentence, if it is not there, its version cannot be found, or its
   *     scripts fail
   */
  public static SparkInstallation find(Map<String, String> environment) throws IOException {
    Path submit = submit(environment);
    Map<String, String> loaded = SparkEnvironment.load(submit.getParent(), environment);
    String home = loaded.getOrDefault("SPARK_HOME", "");
    return of(submit, home.isBlank() ? submit.getParent().getParent() : Path.of(home), loaded);
  }

  /** Returns the program itself where a link in {@code PATH} leads to it. */
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
        return submit.toRealPath();
      }
    }
    throw new IOException(
        "there is no spark-submit in PATH: set SPARK_HOME to the directory of a Spark distribution"
            + " (https://spark.apache.org), or install PySpark");
  }

  private static SparkInstallation of(Path submit, Path home, Map<String, String> environment)
      throws IOException {
    Optional<SparkInstallation> found = Optional.empty();
    Path jars = home.resolve("jars");
    if (Files.isDirectory(jars)) {
      for (Path core : LocalDirectories.list(jars, "spark-core_*.jar")) {
        Matcher name = CORE.matcher(core.getFileName().toString());
        if (name.matches()) {
          found =
              Optional.of(
                  new SparkInstallation(submit, home, name.group(2), name.group(1), environment));
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

  /**
   * Returns Hadoop's configuration as this Spark has it, and the command line over it, by full name
   * of a key.
   *
   * @throws io.situ.cli.console.CliException {@code BAD_INPUT} if the directory of {@code --conf}
   *     is not there, or the configuration cannot be read
   */
  public Map<String, String> hadoop(GlobalOptions situ) {
    return situ.hadoop(situ.givenConf().or(this::hadoopConf));
  }

  /** Returns the first directory on Spark's class path of Hadoop's configuration. */
  Optional<Path> hadoopConf() {
    return Stream.of(HADOOP_CONF_DIR, "YARN_CONF_DIR")
        .flatMap(variable -> confDirectories(variable).filter(Files::isDirectory))
        .findFirst();
  }

  /** A value may be a class path, as packaged clusters have it. */
  private Stream<Path> confDirectories(String variable) {
    return Stream.of(environment.getOrDefault(variable, "").split(":"))
        .filter(directory -> !directory.isBlank())
        .map(Path::of);
  }

  /**
   * Requires that {@code HADOOP_CONF_DIR} is still what {@code --conf} has set it to.
   *
   * @throws IOException in one sentence, if {@code spark-env.sh} has set another directory
   */
  void requireConf(Path given) throws IOException {
    Optional<Path> used = confDirectories(HADOOP_CONF_DIR).findFirst();
    if (used.isEmpty() || !isSame(used.get(), given)) {
      String own = environment.getOrDefault(HADOOP_CONF_DIR, "");
      throw new IOException(
          "'"
              + defaults(environment).resolveSibling("spark-env.sh")
              + "' sets HADOOP_CONF_DIR to '"
              + own
              + "', so that Spark would not read '--conf "
              + given
              + "': write HADOOP_CONF_DIR=${HADOOP_CONF_DIR:-"
              + own
              + "} there, or leave out --conf");
    }
  }

  private static boolean isSame(Path one, Path other) throws IOException {
    return one.equals(other) || (Files.exists(one) && Files.isSameFile(one, other));
  }

  /** Returns the file with the defaults of {@code spark-submit}; it need not exist. */
  public Path defaults(Map<String, String> environment) {
    String conf = environment.getOrDefault("SPARK_CONF_DIR", "");
    Path directory = conf.isBlank() ? home.resolve("conf") : Path.of(conf);
    return directory.resolve("spark-defaults.conf");
  }
}
