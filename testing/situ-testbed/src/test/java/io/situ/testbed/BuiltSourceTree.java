// SPDX-License-Identifier: Apache-2.0
package io.situ.testbed;

import io.situ.testbed.hadoop.HadoopJava;
import io.situ.testbed.process.Commands;
import io.situ.testbed.process.TestbedException;
import io.situ.testbed.state.TestbedOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.Assumptions;

/** What the rest of this source tree has built: Situ's jar, the tool; and Hadoop's examples. */
public final class BuiltSourceTree {

  /** The top of it. */
  public static final Path HOME = HadoopJava.target().resolve("../../..").normalize();

  /** As Spark's own scripts say; without all of them a task may end unnoticed. */
  private static final List<String> OPENED_TO_SPARK =
      List.of(
          "java.io",
          "java.lang",
          "java.lang.invoke",
          "java.lang.reflect",
          "java.net",
          "java.nio",
          "java.util",
          "java.util.concurrent",
          "java.util.concurrent.atomic",
          "jdk.internal.ref",
          "sun.nio.ch",
          "sun.nio.cs",
          "sun.security.action",
          "sun.util.calendar");

  private static final Path ENGINE_TESTS = HOME.resolve("testing/situ-engine-tests/target");

  private static final String QUICK_JVM =
      "-Xmx384m -XX:TieredStopAtLevel=1 -XX:+UseSerialGC -Djava.net.preferIPv4Stack=true";

  private BuiltSourceTree() {}

  /** Situ's jar for clusters, the last that was made; aborts the test where it is not built. */
  public static Path bundle() {
    Path target = HOME.resolve("hadoop/situ-hadoop-bundle/target");
    try (Stream<Path> jars = Files.isDirectory(target) ? Files.list(target) : Stream.empty()) {
      return jars.filter(BuiltSourceTree::isBundle)
          .max(Comparator.comparingLong(jar -> jar.toFile().lastModified()))
          .orElseGet(
              () ->
                  Assumptions.abort(
                      "situ's jar is not built: mvn package -pl hadoop/situ-hadoop-bundle -am"));
    } catch (IOException e) {
      throw new TestbedException("cannot look into " + target, e);
    }
  }

  /** Returns Hadoop with Situ's jar for clusters; aborts the test where that is not built. */
  public static TestbedOptions.Hadoop hadoop() {
    return hadoop(Map.of());
  }

  /**
   * Returns the same with these configuration keys. Processes of jobs, which end within seconds,
   * use the compiler that is quick; a benchmark's do not.
   */
  public static TestbedOptions.Hadoop hadoop(Map<String, String> conf) {
    Map<String, String> all = new HashMap<>();
    for (String key :
        List.of(
            "yarn.app.mapreduce.am.command-opts",
            "mapreduce.map.java.opts",
            "mapreduce.reduce.java.opts")) {
      all.put(key, QUICK_JVM);
    }
    all.putAll(conf);
    return TestbedOptions.Hadoop.standard().withBundle(bundle()).withConf(all);
  }

  /** Returns an extension with such a testbed and this Hadoop, for tests of jobs in place. */
  public static TestbedExtension testbed(TestbedOptions options) {
    return testbed(options, Map.of());
  }

  /** Returns the same with these configuration keys. */
  public static TestbedExtension testbed(TestbedOptions options, Map<String, String> conf) {
    return TestbedExtension.of(() -> options.withHadoop(hadoop(conf)));
  }

  private static boolean isBundle(Path jar) {
    return jar.getFileName()
        .toString()
        .matches("situ-hadoop-bundle-[0-9].*(?<!-sources|-javadoc)\\.jar");
  }

  /** Hadoop's own example jobs. */
  public static String examples() {
    try {
      return Stream.of(
              Files.readString(HadoopJava.target().resolve("hadoop.classpath")).strip().split(":"))
          .filter(jar -> jar.contains("hadoop-mapreduce-examples"))
          .findFirst()
          .orElseThrow();
    } catch (IOException e) {
      throw new TestbedException("cannot read the list of Hadoop's jars", e);
    }
  }

  /** The class path of Hadoop's contract tests; aborts the test where they are not built. */
  public static List<String> contract() throws IOException {
    Path target = HOME.resolve("hadoop/situ-hadoop-fs/target");
    Path jars = target.resolve("contract.classpath");
    if (!Files.exists(jars)) {
      Assumptions.abort(
          "the contract tests are not built: mvn test-compile -pl hadoop/situ-hadoop-fs -am");
    }
    return List.of(
        target.resolve("test-classes").toString(),
        target.resolve("contract-lib").toString() + "/*",
        bundle().toString(),
        Files.readString(jars).strip());
  }

  /**
   * A call of {@code bin/situ} that keeps what it remembers in {@code state} and hears Ctrl-C
   * whatever this process does; aborts the test where the tool is not built.
   */
  public static List<String> situ(Path state, List<String> words) {
    if (!Files.isDirectory(HOME.resolve("tool/situ-cli/target/lib"))) {
      Assumptions.abort("the tool is not built: mvn package -pl tool/situ-cli -am");
    }
    List<String> call =
        List.of(
            "env",
            "--default-signal=INT",
            "--unset=HADOOP_CONF_DIR",
            "SITU_NO_BUILD=1",
            "SITU_STATE_DIR=" + state,
            HOME.resolve("bin/situ").toString());
    return Commands.concat(call, words);
  }

  /** A call of a program of the engine tests, on Spark; aborts the test where it is not built. */
  public static List<String> spark(String main, String... arguments) throws IOException {
    String jars = sparkClassPath(ENGINE_TESTS);
    List<String> call = sparkJava();
    call.add("-cp");
    call.add(ENGINE_TESTS.resolve("test-classes") + ":" + jars);
    call.add("io.situ.testing." + main);
    call.addAll(List.of(arguments));
    return call;
  }

  /**
   * Makes what Spark's distribution has of it that an application on YARN starts with, of Spark
   * 4.2; aborts the test where that is not built.
   *
   * @return for {@code SPARK_HOME}
   */
  public static Path sparkHome(Path scratch) throws IOException {
    Path home = Files.createDirectory(scratch.resolve("spark"));
    Path jars = Files.createDirectory(home.resolve("jars"));
    Path yarn = HOME.resolve("spark/situ-spark-4.2-tests/target");
    for (String entry : sparkClassPath(yarn).split(":", -1)) {
      Path jar = Path.of(entry);
      Files.createSymbolicLink(jars.resolve(jar.getFileName()), jar);
    }
    Path submit = Files.createDirectory(home.resolve("bin")).resolve("spark-submit");
    String java = String.join(" ", sparkJava());
    Files.writeString(
        submit,
        "#!/bin/sh\nexec "
            + java
            + " -cp \"$HADOOP_CONF_DIR:"
            + jars
            + "/*\" org.apache.spark.deploy.SparkSubmit \"$@\"\n");
    Files.setPosixFilePermissions(submit, PosixFilePermissions.fromString("rwxr-xr-x"));
    return home;
  }

  /** Makes a jar of a program of the engine tests. */
  public static Path sparkProgram(Path scratch, String main) throws IOException {
    String name = "io/situ/testing/" + main + ".class";
    Path jar = scratch.resolve(main + ".jar");
    try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar))) {
      out.putNextEntry(new ZipEntry(name));
      Files.copy(ENGINE_TESTS.resolve("test-classes").resolve(name), out);
    }
    return jar;
  }

  private static List<String> sparkJava() {
    List<String> java = new ArrayList<>(List.of(HadoopJava.executable(), "-Xmx512m"));
    java.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"));
    java.add("-Djdk.reflect.useDirectMethodHandle=false");
    for (String opened : OPENED_TO_SPARK) {
      java.add("--add-opens=java.base/" + opened + "=ALL-UNNAMED");
    }
    return java;
  }

  private static String sparkClassPath(Path target) throws IOException {
    Path jars = target.resolve("spark.classpath");
    if (!Files.exists(jars)) {
      Path module = HOME.relativize(target).getParent();
      Assumptions.abort("Spark's programs are not built: mvn test-compile -pl " + module + " -am");
    }
    return Files.readString(jars).strip();
  }
}
