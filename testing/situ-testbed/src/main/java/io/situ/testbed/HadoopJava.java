package io.situ.testbed;

import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** How a JVM with Hadoop in it is started: which Java, which jars, which switches. */
final class HadoopJava {

  private static final String CLASS_PATH_FILE = "hadoop.classpath";

  private final State state;
  private final TestbedOptions.Hadoop hadoop;

  HadoopJava(State state, TestbedOptions.Hadoop hadoop) {
    this.state = state;
    this.hadoop = hadoop;
  }

  static Path home() {
    return Path.of(System.getProperty("java.home"));
  }

  /** Hadoop's jars in Maven's order, then Situ's, then web pages and configuration. */
  String classPath() {
    List<String> entries = new ArrayList<>(List.of(jars()));
    hadoop.bundle().ifPresent(jar -> entries.add(jar.toString()));
    entries.add(target().resolve("web").toString());
    entries.add(state.conf().toString());
    return String.join(File.pathSeparator, entries);
  }

  List<String> command(int heapMegabytes, String... mainAndArguments) {
    List<String> argv = new ArrayList<>();
    argv.add(home().resolve("bin/java").toString());
    argv.addAll(
        List.of(
            "-Xmx" + heapMegabytes + "m",
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "-XX:-UsePerfData",
            "-Djava.net.preferIPv4Stack=true",
            "-Dlog4j.configuration=file:" + state.conf().resolve("log4j.properties"),
            "-Dhadoop.log.dir=" + state.local().resolve("log"),
            "-cp",
            classPath()));
    argv.addAll(List.of(mainAndArguments));
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

  /** The build folder of this module, which holds the folder or the jar this class came from. */
  static Path target() {
    try {
      return Path.of(HadoopJava.class.getProtectionDomain().getCodeSource().getLocation().toURI())
          .getParent();
    } catch (URISyntaxException e) {
      throw new TestbedException("cannot tell where the testbed's own classes are", e);
    }
  }
}
