// SPDX-License-Identifier: Apache-2.0
package io.situ.cli;

import static java.nio.file.StandardCopyOption.COPY_ATTRIBUTES;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The two scripts on a machine that lacks what they need. */
@Tag("end-to-end")
class MissingToolsTest {

  private static final List<String> SYSTEM =
      List.of("bash", "env", "readlink", "dirname", "find", "grep", "head", "mkdir", "flock");
  private static final String JAVA = System.getProperty("java.home");

  @TempDir private Path scratch;
  private Path programs;
  private Path tree;

  @BeforeEach
  void makeAMachineWithLittle() throws IOException {
    programs = Files.createDirectory(scratch.resolve("programs"));
    for (String program : SYSTEM) {
      for (String directory : System.getenv("PATH").split(":")) {
        Path there = Path.of(directory, program);
        if (Files.exists(there) && !Files.exists(programs.resolve(program))) {
          Files.copy(there.toRealPath(), programs.resolve(program), COPY_ATTRIBUTES);
        }
      }
    }
    tree = Files.createDirectories(scratch.resolve("tree/bin")).getParent();
    for (String file : List.of("bin/situ", "bin/dev", "bin/common.sh", "pom.xml")) {
      Files.copy(Tool.HOME.resolve(file), tree.resolve(file));
      tree.resolve(file).toFile().setExecutable(true);
    }
    for (String folder : List.of("core", "driver", "hadoop", "tool")) {
      Files.createDirectory(tree.resolve(folder));
    }
  }

  private String complaint(Map<String, String> environment, String... command) throws Exception {
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().clear();
    builder.environment().put("PATH", programs.toString());
    builder.environment().putAll(environment);
    Process process = builder.start();
    String printed =
        new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
    assertThat(process.waitFor()).as(printed).isEqualTo(1);
    assertThat(printed).doesNotContain("\n");
    return printed;
  }

  private String situ() {
    return tree.resolve("bin/situ").toString();
  }

  private String dev() {
    return tree.resolve("bin/dev").toString();
  }

  @Test
  void javaIsMissing() throws Exception {
    assertThat(complaint(Map.of(), situ(), "version")).startsWith("situ: Java is missing: install");
    assertThat(complaint(Map.of(), dev(), "test")).startsWith("dev: Java is missing: install");
  }

  @Test
  void javaHomeLeadsNowhere() throws Exception {
    assertThat(complaint(Map.of("JAVA_HOME", "/nowhere"), situ(), "version"))
        .startsWith("situ: JAVA_HOME is '/nowhere', but there is no bin/java in it");
  }

  @Test
  void mavenIsMissing() throws Exception {
    assertThat(complaint(Map.of("JAVA_HOME", JAVA), situ(), "version"))
        .startsWith("situ: Maven is missing: install");
    assertThat(complaint(Map.of("JAVA_HOME", JAVA), dev(), "test"))
        .startsWith("dev: Maven is missing: install");
  }

  @Test
  void mavenIsTooOld() throws Exception {
    Path maven = programs.resolve("mvn");
    Files.writeString(maven, "#!/bin/sh\necho warning; echo 'Apache Maven 3.6.3 (unknown)'\n");
    maven.toFile().setExecutable(true);

    for (String script : List.of(situ(), dev())) {
      assertThat(complaint(Map.of("JAVA_HOME", JAVA), script, "test"))
          .endsWith(": Maven 3.8 or newer is needed, but mvn is: Apache Maven 3.6.3 (unknown)");
    }
  }

  @Test
  void javaIsTooOld() throws Exception {
    Path old = javaThatSays("echo 'openjdk version \"11.0.2\" 2019-01-15' >&2");

    assertThat(complaint(Map.of("JAVA_HOME", scratch + "/old"), situ(), "version"))
        .isEqualTo(
            "situ: Java 17 or newer is needed, but "
                + old
                + " is: openjdk version \"11.0.2\" 2019-01-15");
  }

  @Test
  void javaIsTooOldForWhatWasBuiltWithAnother() throws Exception {
    Path old = javaThatSays("echo 'java version \"1.8.0_202\"' >&2");
    Path target = Files.createDirectories(tree.resolve("tool/situ-cli/target"));
    Files.writeString(target.resolve("launch"), JAVA + "/bin/java\nno.jar\n");

    assertThat(
            complaint(
                Map.of("JAVA_HOME", scratch + "/old", "SITU_NO_BUILD", "1"), situ(), "version"))
        .isEqualTo(
            "situ: Java 17 or newer is needed, but " + old + " is: java version \"1.8.0_202\"");
  }

  /** As /usr/bin/java is after update-alternatives. */
  @Test
  void javaIsALinkThatLeadsToAnOlderOneThanItDid() throws Exception {
    Path old = javaThatSays("echo 'java version \"1.8.0_202\"' >&2");
    Path link = Files.createSymbolicLink(programs.resolve("java"), old);
    Path target = Files.createDirectories(tree.resolve("tool/situ-cli/target"));
    Files.writeString(target.resolve("launch"), link + "\nno.jar\n");

    assertThat(complaint(Map.of("SITU_NO_BUILD", "1"), situ(), "version"))
        .isEqualTo(
            "situ: Java 17 or newer is needed, but " + link + " is: java version \"1.8.0_202\"");
  }

  @Test
  void javaSaysNothingOfItsVersion() throws Exception {
    Path old = javaThatSays("exit 1");

    assertThat(complaint(Map.of("JAVA_HOME", scratch + "/old"), situ(), "version"))
        .isEqualTo("situ: Java 17 or newer is needed, but " + old + " is:");
  }

  @Test
  void javaSaysMuchBeforeItsVersion() throws Exception {
    Map<String, String> environment =
        Map.of("JAVA_HOME", JAVA, "JAVA_TOOL_OPTIONS", "-Xlog:gc", "_JAVA_OPTIONS", "-Dmuch");

    assertThat(complaint(environment, situ(), "version"))
        .startsWith("situ: Maven is missing: install");
  }

  private Path javaThatSays(String command) throws IOException {
    Path java = Files.createDirectories(scratch.resolve("old/bin")).resolve("java");
    Files.writeString(java, "#!/bin/sh\n" + command + "\n");
    java.toFile().setExecutable(true);
    return java;
  }
}
