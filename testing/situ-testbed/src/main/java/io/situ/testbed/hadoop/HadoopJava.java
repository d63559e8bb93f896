// SPDX-License-Identifier: Apache-2.0
package io.situ.testbed.hadoop;

import io.situ.testbed.process.TestbedException;
import io.situ.testbed.state.TestbedOptions;
import io.situ.testbed.state.TestbedState;
import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** How a JVM with Hadoop in it is started: which Java, which jars, which switches. */
public final class HadoopJava {

  private static final String CLASS_PATH_FILE = "hadoop.classpath";

  private final TestbedState state;
  private final TestbedOptions.Hadoop hadoop;
  private final String jars = jars();
  private final CdsArchive archive;

  public HadoopJava(TestbedState state, TestbedOptions.Hadoop hadoop) {
    this.state = state;
    this.hadoop = hadoop;
    this.archive = new CdsArchive(state, jars, target());
  }

  public static Path home() {
    return Path.of(System.getProperty("java.home"));
  }

  public static String executable() {
    return home().resolve("bin/java").toString();
  }

  /** Hadoop's jars in Maven's order, then Situ's, then web pages and configuration. */
  public String classPath() {
    List<String> entries = new ArrayList<>(List.of(jars));
    hadoop.bundle().ifPresent(jar -> entries.add(jar.toString()));
    entries.add(target().resolve("web").toString());
    entries.add(state.conf().toString());
    return String.join(File.pathSeparator, entries);
  }

  /** A program that ends by itself. */
  List<String> client(int heapMegabytes, List<String> mainAndArguments) {
    return command(heapMegabytes, archive.use(), mainAndArguments);
  }

  /** A program that stays. */
  List<String> daemon(String name, int heapMegabytes, String main) {
    return command(heapMegabytes, archive.useOrList(name), List.of(main));
  }

  CdsArchive archive() {
    return archive;
  }

  private List<String> command(
      int heapMegabytes, List<String> switches, List<String> mainAndArguments) {
    List<String> argv = new ArrayList<>();
    argv.add(executable());
    argv.add("-Xmx" + heapMegabytes + "m");
    argv.addAll(switches);
    argv.addAll(
        List.of(
            "-XX:+UseSerialGC",
            "-XX:-UsePerfData",
            "-XX:ErrorFile=" + state.local().resolve("log/java-%p.log"),
            "-Djava.net.preferIPv4Stack=true",
            "-Dlog4j.configuration=file:" + state.conf().resolve("log4j.properties"),
            "-Dhadoop.log.dir=" + state.local().resolve("log"),
            "-cp",
            classPath()));
    argv.addAll(mainAndArguments);
    return argv;
  }

  private static String jars() {
    Path file = target().resolve(CLASS_PATH_FILE);
    try {
      return Files.readString(file).strip();
    } catch (IOException e) {
      throw new TestbedException(
          "the list of Hadoop's jars is not there ("
              + file
              + "); make it with: mvn -Dquick process-classes -pl testing/situ-testbed",
          e);
    }
  }

  /** The build folder of this module. */
  public static Path target() {
    return ownClasses().getParent();
  }

  /** The folder or the jar that this class came from. */
  static Path ownClasses() {
    try {
      return Path.of(HadoopJava.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    } catch (URISyntaxException e) {
      throw new TestbedException("cannot find the testbed's own classes", e);
    }
  }
}
