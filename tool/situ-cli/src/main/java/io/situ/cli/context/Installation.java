// SPDX-License-Identifier: Apache-2.0
package io.situ.cli.context;

import io.situ.cli.console.CliException;
import io.situ.cli.console.ExitCode;
import io.situ.storage.local.LocalDirectories;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;

/**
 * Where the tool and the jars it starts jobs with are.
 *
 * @param hadoop directory of the unmodified Hadoop's jars
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

  /** The directory of the jars with the tests of the store's contract. */
  public static Path contract() {
    return home().resolve("tool/situ-cli/target/contract");
  }

  /** The class path of a job's process, without configuration: always in the same order. */
  public List<String> jobClassPath() {
    List<String> path = new ArrayList<>(List.of(bundle.toString()));
    try {
      LocalDirectories.list(hadoop, "*.jar").stream()
          .map(Path::toString)
          .sorted()
          .forEach(path::add);
    } catch (IOException e) {
      throw new CliException(
          ExitCode.FAILED, "Hadoop's jars are not in '" + hadoop + "'; bin/situ fetches them", e);
    }
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
