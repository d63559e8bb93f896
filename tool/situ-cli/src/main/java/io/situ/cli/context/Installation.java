// SPDX-License-Identifier: Apache-2.0
package io.situ.cli.context;

import io.situ.cli.console.CliException;
import io.situ.cli.console.ExitCode;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.stream.Stream;

/**
 * Where the tool and the jars it starts jobs with are.
 *
 * @param hadoop directory of the unmodified Hadoop's jars, beside their list {@code .classpath}
 * @param jobs directory of the jars with Hadoop's own jobs
 * @param bundle Situ for a cluster
 * @param archive class data of the job process, where it was made
 */
public record Installation(Path hadoop, Path jobs, Path bundle, Path archive) {

  private static final String HOME = "situ.home";

  /** The one this process was started from. */
  public static Installation find() {
    Path root = home();
    Path stock = root.resolve("tool/situ-stock-hadoop/target");
    return new Installation(
        stock.resolve("hadoop"),
        stock.resolve("jobs"),
        root.resolve("hadoop/situ-hadoop-bundle/target/situ-hadoop-bundle-" + version() + ".jar"),
        root.resolve("tool/situ-cli/target/job.jsa"));
  }

  /** The top of the source tree. */
  public static Path home() {
    String home = System.getProperty(HOME);
    if (home == null) {
      throw CliException.usage("start this tool with bin/situ, which knows where things are");
    }
    return Path.of(home);
  }

  public static String version() {
    Properties properties = new Properties();
    try (var in = Installation.class.getResourceAsStream("/io/situ/cli/version.properties")) {
      properties.load(in);
    } catch (IOException e) {
      throw new CliException(ExitCode.FAILED, "the tool's jar is broken; build it again", e);
    }
    return properties.getProperty("version");
  }

  /** Returns the jars with the tests of the store's contract. */
  public static List<Path> contract() {
    return jars(home().resolve("tool/situ-cli/target/contract"));
  }

  /**
   * Returns the jars that the last build put into a directory, by the list beside it, and sorted:
   * earlier builds may have left other versions there.
   */
  private static List<Path> jars(Path directory) {
    Path list = directory.resolveSibling(directory.getFileName() + ".classpath");
    try {
      return Stream.of(Files.readString(list).split(File.pathSeparator))
          .map(list::resolveSibling)
          .sorted()
          .toList();
    } catch (IOException e) {
      throw new CliException(
          ExitCode.FAILED, "there is no list '" + list + "' of jars; bin/situ makes it", e);
    }
  }

  /** The class path of a job's process, without configuration: always in the same order. */
  public List<String> jobClassPath() {
    List<String> path = new ArrayList<>(List.of(bundle.toString()));
    jars(hadoop).forEach(jar -> path.add(jar.toString()));
    return path;
  }

  public String hadoopVersion() {
    String prefix = "hadoop-common-";
    return jobClassPath().stream()
        .map(jar -> Path.of(jar).getFileName().toString())
        .filter(name -> name.startsWith(prefix))
        .map(name -> name.substring(prefix.length(), name.length() - ".jar".length()))
        .findFirst()
        .orElse("none");
  }
}
