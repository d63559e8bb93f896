// SPDX-License-Identifier: Apache-2.0
package io.situ.spark;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.jar.JarOutputStream;
import java.util.stream.Collectors;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/** {@code spark-submit --jars} with the jar of Situ and nothing else, in a process of its own. */
@Tag("end-to-end")
@Tag("spark-4.2")
class JarsOptionTest {

  private static final String JAR = "situ.spark.jar";
  private static final String OTHER_JAR = "situ.spark.other.jar";

  @TempDir private Path scratch;

  private record Result(int code, String out, String err) {}

  private Result submit(String jar, String... formats) throws IOException, InterruptedException {
    Path data = Files.createDirectory(scratch.resolve("data"));
    Path hosts = Files.writeString(scratch.resolve("hosts.tsv"), data + "\tlocalhost\n");
    List<String> command = new ArrayList<>(List.of(System.getProperty("java.home") + "/bin/java"));
    ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
        .filter(argument -> argument.startsWith("--add-opens"))
        .forEach(command::add);
    command.addAll(
        List.of("-Xmx1g", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-cp", stockSpark()));
    command.addAll(
        List.of(
            "org.apache.spark.deploy.SparkSubmit",
            "--master",
            "local[2]",
            "--conf",
            "spark.ui.enabled=false",
            "--conf",
            "spark.sql.shuffle.partitions=2",
            "--conf",
            "spark.hadoop.fs.situ.placement.file=" + hosts,
            "--jars",
            jar,
            "--class",
            JarsOptionProgram.class.getName(),
            program().toString(),
            "situ://" + data));
    command.addAll(List.of(formats));
    Path out = scratch.resolve("out");
    Path err = scratch.resolve("err");
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(scratch.toFile())
            .redirectOutput(out.toFile())
            .redirectError(err.toFile());
    builder.environment().remove("SPARK_HOME");
    int code = builder.start().waitFor();
    return new Result(code, Files.readString(out), Files.readString(err));
  }

  /** The class path without Situ and without this module. */
  private static String stockSpark() {
    return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator, -1))
        .filter(entry -> entry.endsWith(".jar"))
        .filter(entry -> !Path.of(entry).getFileName().toString().startsWith("situ-"))
        .collect(Collectors.joining(File.pathSeparator));
  }

  private Path program() throws IOException {
    Path jar = scratch.resolve("program.jar");
    String name = JarsOptionProgram.class.getName().replace('.', '/') + ".class";
    try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar));
        InputStream in = JarsOptionProgram.class.getClassLoader().getResourceAsStream(name)) {
      out.putNextEntry(new ZipEntry(name));
      in.transferTo(out);
    }
    return jar;
  }

  private static void assertAnswers(Result result, String... formats) {
    assertThat(result.code()).as(result.err()).isZero();
    for (String format : formats) {
      assertThat(result.out()).contains(format + " [[0,249500], [1,250000]]");
    }
    assertThat(result.out()).contains("lines 1000", "methods listed true");
  }

  @Test
  void makesTheSchemeKnownAndPacksScans() throws Exception {
    assertPacked("parquet", "csv");
  }

  @Tag("long")
  @Test
  void packsScansOfMoreFormats() throws Exception {
    assertPacked("orc", "csv", "json");
  }

  private void assertPacked(String... formats) throws Exception {
    Result result = submit(System.getProperty(JAR), formats);

    assertAnswers(result, formats);
    assertThat(result.out().split("packed by host", -1)).hasSize(formats.length + 1);
  }

  @Test
  @EnabledIfSystemProperty(named = OTHER_JAR, matches = ".+")
  void theJarOfAnotherLineReadsAndSaysInOneSentenceThatItIsTheWrongOne() throws Exception {
    Result result = submit(System.getProperty(OTHER_JAR), "csv");

    assertAnswers(result, "csv");
    assertThat(result.out()).doesNotContain("packed by host");
    assertThat(result.err().lines().filter(line -> line.contains("this jar of Situ is for Spark")))
        .singleElement()
        .satisfies(line -> assertThat(line).contains("use the jar of Situ for this version"));
  }
}
