// SPDX-License-Identifier: Apache-2.0
package io.situ.rules;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What the {@code pom.xml} of each folder bans is refused by Maven in a module of that folder: a
 * tree with this tree's poms, and in each folder a module that breaks every rule, is built once.
 */
class DirectionRulesTest {

  private static final Path TREE = Path.of("../..").toAbsolutePath().normalize();

  private static final List<Import> BANNED =
      List.of(
          new Import("core", "io.situ.storage", "org.apache.hadoop.fs"),
          new Import("core", "io.situ.storage", "org.apache.spark"),
          new Import("core", "io.situ.storage", "io.situ.driver.ceph"),
          new Import("core", "io.situ.storage", "io.situ.hadoop.fs"),
          new Import("core", "io.situ.storage", "io.situ.mapreduce"),
          new Import("core", "io.situ.storage", "io.situ.hdfs"),
          new Import("core", "io.situ.storage", "io.situ.spark"),
          new Import("core", "io.situ.storage", "io.situ.cli"),
          new Import("core", "io.situ.storage", "io.situ.bench"),
          new Import("core", "io.situ.storage", "io.situ.testbed"),
          new Import("core", "io.situ.storage", "io.situ.testing.ceph"),
          new Import("core", "io.situ.storage.mounted", "io.situ.inventory"),
          new Import("core", "io.situ.inventory", "io.situ.storage.mounted"),
          new Import("driver", "io.situ.driver.ceph", "org.apache.hadoop.fs"),
          new Import("driver", "io.situ.driver.ceph", "org.apache.spark"),
          new Import("driver", "io.situ.driver.ceph", "io.situ.inventory"),
          new Import("driver", "io.situ.driver.ceph", "io.situ.hadoop.fs"),
          new Import("driver", "io.situ.driver.ceph", "io.situ.mapreduce"),
          new Import("driver", "io.situ.driver.ceph", "io.situ.hdfs"),
          new Import("driver", "io.situ.driver.ceph", "io.situ.spark"),
          new Import("driver", "io.situ.driver.ceph", "io.situ.cli"),
          new Import("driver", "io.situ.driver.ceph", "io.situ.bench"),
          new Import("driver", "io.situ.driver.ceph", "io.situ.testbed"),
          new Import("driver", "io.situ.driver.ceph", "io.situ.testing.ceph"),
          new Import("hadoop", "io.situ.hadoop.fs", "io.situ.driver.ceph"),
          new Import("hadoop", "io.situ.hadoop.fs", "io.situ.storage.mounted"),
          new Import("hadoop", "io.situ.hadoop.fs", "io.situ.cli"),
          new Import("hadoop", "io.situ.hadoop.fs", "io.situ.bench"),
          new Import("hadoop", "io.situ.hadoop.fs", "io.situ.testbed"),
          new Import("hadoop", "io.situ.hadoop.fs", "io.situ.testing.ceph"),
          new Import("hadoop", "io.situ.hadoop.fs", "org.apache.spark"),
          new Import("hadoop", "io.situ.hadoop.fs", "io.situ.spark"),
          new Import("hadoop", "io.situ.hadoop.fs", "io.situ.mapreduce"),
          new Import("hadoop", "io.situ.hadoop.fs", "io.situ.hdfs"),
          new Import("hadoop", "io.situ.mapreduce", "io.situ.hdfs"),
          new Import("hadoop", "io.situ.hdfs", "io.situ.mapreduce"),
          new Import("spark", "io.situ.spark", "io.situ.driver.ceph"),
          new Import("spark", "io.situ.spark", "io.situ.storage.mounted"),
          new Import("spark", "io.situ.spark", "io.situ.hdfs"),
          new Import("spark", "io.situ.spark", "io.situ.cli"),
          new Import("spark", "io.situ.spark", "io.situ.bench"),
          new Import("spark", "io.situ.spark", "io.situ.testbed"),
          new Import("spark", "io.situ.spark", "io.situ.testing.ceph"),
          new Import("tool", "io.situ.cli", "io.situ.driver.ceph"),
          new Import("tool", "io.situ.cli", "org.apache.hadoop.fs"),
          new Import("tool", "io.situ.cli.spark", "org.apache.spark"),
          new Import("tool", "io.situ.cli.spark", "io.situ.spark"),
          new Import("tool", "io.situ.cli", "io.situ.bench"),
          new Import("tool", "io.situ.cli", "io.situ.testbed"),
          new Import("tool", "io.situ.cli", "io.situ.testing.ceph"),
          new Import("bench", "io.situ.bench", "io.situ.cli"),
          new Import("testing", "io.situ.testbed", "io.situ.cli"),
          new Import("testing", "io.situ.testbed", "io.situ.bench"));

  private static final List<Import> ALLOWED =
      List.of(
          new Import("core", "io.situ.inventory", "io.situ.storage"),
          new Import("driver", "io.situ.driver.ceph", "io.situ.storage.mounted"),
          new Import("hadoop", "io.situ.mapreduce", "io.situ.hadoop.fs"),
          new Import("spark", "io.situ.spark", "io.situ.mapreduce"),
          new Import("tool", "io.situ.cli.spark", "org.apache.hadoop.fs"),
          new Import("bench", "io.situ.bench", "io.situ.testbed"),
          new Import("testing", "io.situ.testbed", "org.apache.hadoop.fs"));

  @TempDir private static Path other;

  /** What Maven printed of the tree with its broken modules. */
  private static String report;

  /** A class of a package that imports one of another package. */
  private record Import(String folder, String user, String used) {

    String type() {
      return "Uses_" + used.replace('.', '_');
    }

    /** How a report names the class. */
    String file() {
      return user.replace('.', '/') + "/" + type() + ".java";
    }

    void write(Path module) throws IOException {
      Path file = module.resolve("src/main/java").resolve(file());
      Files.createDirectories(file.getParent());
      Files.writeString(
          file,
          """
          package %s;
          import %s.Something;
          class %s {}
          """
              .formatted(user, used, type()));
    }
  }

  private static List<Import> banned() {
    return BANNED;
  }

  private static List<Import> allowed() {
    return ALLOWED;
  }

  @BeforeAll
  static void buildABrokenTree() throws Exception {
    Files.copy(TREE.resolve("pom.xml"), other.resolve("pom.xml"));
    for (String folder : List.of("core", "driver", "hadoop", "spark", "tool", "bench", "testing")) {
      writeFolder(folder);
    }
    writeModule("core/situ-storage", storage());
    writeModule("driver/another", pom("driver", "situ-driver-another", "pom", ""));
    List<Import> all = new ArrayList<>(BANNED);
    all.addAll(ALLOWED);
    for (Import one : all) {
      one.write(other.resolve(one.folder()).resolve("broken"));
    }
    report = build();
  }

  private static void writeFolder(String folder) throws IOException {
    String modules = "<module>broken</module>";
    String dependency = "";
    if (folder.equals("core")) {
      modules += "<module>situ-storage</module>";
    } else if (folder.equals("driver")) {
      modules += "<module>another</module>";
      dependency = dependency("io.situ", "situ-driver-another", "${project.version}", "pom");
    }
    String pom = Files.readString(TREE.resolve(folder).resolve("pom.xml"));
    Files.createDirectories(other.resolve(folder));
    Files.writeString(
        other.resolve(folder).resolve("pom.xml"),
        pom.replaceFirst("(?s)<modules>.*?</modules>", "<modules>" + modules + "</modules>"));
    writeModule(folder + "/broken", pom(folder, "broken-" + folder, "jar", dependency));
  }

  /** Its own {@code pom.xml} says what it may depend on. */
  private static String storage() throws IOException {
    return Files.readString(TREE.resolve("core/situ-storage/pom.xml"))
        .replaceFirst(
            "<dependencies>",
            "<dependencies>"
                + dependency("org.assertj", "assertj-core", "\\${assertj.version}", "jar"));
  }

  private static void writeModule(String module, String pom) throws IOException {
    Files.createDirectories(other.resolve(module));
    Files.writeString(other.resolve(module).resolve("pom.xml"), pom);
  }

  private static String pom(String folder, String name, String packaging, String dependency)
      throws IOException {
    String parent = Files.readString(TREE.resolve(folder).resolve("pom.xml"));
    String artifact = parent.replaceFirst("(?s).*</parent>\\s*<artifactId>(.*?)<.*", "$1");
    String version = parent.replaceFirst("(?s).*?<version>(.*?)<.*", "$1");
    return """
    <project>
      <modelVersion>4.0.0</modelVersion>
      <parent>
        <groupId>io.situ</groupId>
        <artifactId>%s</artifactId>
        <version>%s</version>
      </parent>
      <artifactId>%s</artifactId>
      <packaging>%s</packaging>
      <dependencies>%s</dependencies>
    </project>
    """
        .formatted(artifact, version, name, packaging, dependency);
  }

  private static String dependency(String group, String name, String version, String type) {
    return """
    <dependency>
      <groupId>%s</groupId>
      <artifactId>%s</artifactId>
      <version>%s</version>
      <type>%s</type>
      <scope>compile</scope>
    </dependency>
    """
        .formatted(group, name, version, type);
  }

  private static String build() throws Exception {
    Path log = other.resolve("log");
    String home = System.getProperty("maven.home");
    String repository = System.getProperty("localRepository");
    List<String> command = new ArrayList<>();
    command.add(home == null ? "mvn" : Path.of(home, "bin/mvn").toString());
    command.addAll(List.of("-B", "-q", "-fae", "-Dspotless.check.skip=true", "process-sources"));
    if (repository != null) {
      command.add("-Dmaven.repo.local=" + repository);
    }
    Process maven =
        new ProcessBuilder(command)
            .directory(other.toFile())
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start();
    assertThat(maven.waitFor()).as("Maven's exit code").isNotZero();
    return Files.readString(log, StandardCharsets.UTF_8);
  }

  @ParameterizedTest
  @MethodSource("banned")
  void aBannedImportIsRefused(Import one) {
    assertThat(report)
        .containsPattern(
            Pattern.quote("/" + one.folder() + "/broken/src/main/java/" + one.file())
                + "\\R\\[ERROR]\\s+"
                + Pattern.quote(one.used() + ".Something")
                + "\\s+\\(Line: 2,");
  }

  @ParameterizedTest
  @MethodSource("allowed")
  void anotherImportIsNot(Import one) {
    assertThat(report).doesNotContain(one.file());
  }

  @Test
  void aDriverThatUsesAnotherIsRefused() {
    assertThat(report)
        .contains("A driver does not use another driver: what they share is a module of its own.")
        .contains("io.situ:situ-driver-another:pom");
  }

  @Test
  void aDependencyOfTheStorageInterfaceIsRefused() {
    assertThat(report)
        .contains("The storage interface needs the JDK and SLF4J, and nothing else.")
        .contains("org.assertj:assertj-core:jar");
  }
}
