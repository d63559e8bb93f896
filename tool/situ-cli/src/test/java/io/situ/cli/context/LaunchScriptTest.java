// SPDX-License-Identifier: Apache-2.0
package io.situ.cli.context;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.situ.cli.Tool;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code bin/situ} builds and starts, with a Maven and a Java that only say how. */
@Tag("end-to-end")
class LaunchScriptTest {

  private static final String JAVA =
      "if [[ $1 == -version ]]; then echo 'openjdk version \"17.0.1\"' >&2; else echo \"$@\"; fi";

  /** Makes an empty jar of each name with the version of the tree, and their lists. */
  private static final String MAVEN =
      """
      if [[ $2 == -v ]]; then
        echo 'Apache Maven 3.9.9'
        exit
      fi
      cd -- "$(dirname -- "$0")/../tree"
      echo "$@" >>calls
      [[ $(<pom.xml) =~ '<version>'([0-9]+) ]]
      version=${BASH_REMATCH[1]}
      if [[ $* == *situ-spark-4* ]]; then
        mkdir -p spark/situ-spark-3.5/target spark/situ-spark-4/target
        touch spark/situ-spark-3.5/target/situ-spark-3.5_2.12-$version.jar
        touch spark/situ-spark-4/target/situ-spark-4_2.13-$version.jar
        exit
      fi
      mkdir -p tool/situ-cli/target/lib tool/situ-stock-hadoop/target/hadoop
      touch tool/situ-cli/target/{situ-cli,lib/a}-$version.jar
      touch tool/situ-stock-hadoop/target/hadoop/h-$version.jar
      printf %s lib/a-$version.jar >tool/situ-cli/target/lib.classpath
      printf %s hadoop/h-$version.jar >tool/situ-stock-hadoop/target/hadoop.classpath
      """;

  @TempDir private Path scratch;
  private Path tree;

  @BeforeEach
  void layOut() throws IOException {
    tree = Files.createDirectories(scratch.resolve("tree/bin")).getParent();
    for (String folder : List.of("core", "driver", "hadoop", "spark", "tool")) {
      Files.createDirectory(tree.resolve(folder));
    }
    for (String file : List.of("bin/situ", "bin/common.sh")) {
      Files.copy(Tool.HOME.resolve(file), tree.resolve(file));
    }
    tree.resolve("bin/situ").toFile().setExecutable(true, false);
    program("java", JAVA);
    program("javac", "exit 1");
    program("mvn", MAVEN);
    setVersion(1);
  }

  private void program(String name, String lines) throws IOException {
    Path file = Files.createDirectories(scratch.resolve("bin")).resolve(name);
    Files.writeString(file, "#!/usr/bin/env bash\n" + lines);
    file.toFile().setExecutable(true, false);
  }

  /** What is there becomes older than the tree's sources. */
  private void setVersion(int version) throws IOException {
    Files.writeString(tree.resolve("pom.xml"), "<project><version>" + version + "</version>\n");
    for (Path built : List.of(tree.resolve("tool/situ-cli/target/launch"), sparkJar("1"))) {
      if (Files.exists(built)) {
        Files.setLastModifiedTime(built, FileTime.fromMillis(0));
      }
    }
  }

  private Path sparkJar(String version) {
    return tree.resolve("spark/situ-spark-4/target/situ-spark-4_2.13-" + version + ".jar");
  }

  private Tool.Result situ(List<String> wrapper, String... words) throws Exception {
    List<String> command = new ArrayList<>(wrapper);
    command.add(tree.resolve("bin/situ").toString());
    command.addAll(List.of(words));
    Path out = Files.createTempFile(scratch, "out", "");
    Path err = Files.createTempFile(scratch, "err", "");
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(scratch.toFile())
            .redirectOutput(out.toFile())
            .redirectError(err.toFile());
    builder.environment().remove("SITU_NO_BUILD");
    builder.environment().put("JAVA_HOME", scratch.toString());
    builder.environment().put("MVN", scratch.resolve("bin/mvn").toString());
    return new Tool.Running(builder.start(), out, err).result();
  }

  private List<String> classPath() throws Exception {
    Tool.Result result = situ(List.of(), "version");
    assertThat(result.code()).as(result.err()).isZero();
    String path = result.out().replaceAll("(?s).* -cp (\\S+) io.situ.cli.SituCli version\n", "$1");
    return List.of(path.replace(tree + "/tool/", "").split(":"));
  }

  @Test
  void whatAnEarlierBuildMadeOfAnotherVersionIsNotOnTheClassPath() throws Exception {
    assertThat(classPath())
        .containsExactly(
            "situ-cli/target/situ-cli-1.jar",
            "situ-cli/target/lib/a-1.jar",
            "situ-stock-hadoop/target/hadoop/h-1.jar");

    setVersion(2);

    assertThat(classPath())
        .containsExactly(
            "situ-cli/target/situ-cli-2.jar",
            "situ-cli/target/lib/a-2.jar",
            "situ-stock-hadoop/target/hadoop/h-2.jar");
    // A process that was started before may open it yet.
    assertThat(tree.resolve("tool/situ-cli/target/lib/a-1.jar")).exists();
  }

  @Test
  void jarsForSparkOfAnotherVersionAreNotBuiltAgainForEver() throws Exception {
    situ(List.of(), "spark", "app.py");
    setVersion(2);
    situ(List.of(), "spark", "app.py");
    Files.createFile(sparkJar("2-javadoc"));
    Files.setLastModifiedTime(sparkJar("2-javadoc"), FileTime.fromMillis(0));
    situ(List.of(), "spark", "app.py");

    assertThat(sparkJar("2")).exists();
    assertThat(Files.readAllLines(tree.resolve("calls")))
        .filteredOn(call -> call.contains("situ-spark-4"))
        .hasSize(2);
  }

  @Test
  void aUserWhoMayNotWriteTheTreeReadsWhatItsOwnerHasToCall() throws Exception {
    List<String> other = otherUser();
    Path target = Files.createDirectory(tree.resolve("target"));
    for (Path closed : List.of(target, tree)) {
      Files.setPosixFilePermissions(closed, PosixFilePermissions.fromString("r-xr-xr-x"));
    }
    try {
      String reason =
          "situ: what this command needs is not built, or is older than its sources, and "
              + tree
              + " may not be written; let its owner call ";
      Tool.Result version = situ(other, "version");
      assertThat(version.err()).isEqualTo(reason + "'bin/situ' once\n");
      assertThat(version.code()).isEqualTo(1);
      assertThat(situ(other, "spark", "app.py").err())
          .isEqualTo(reason + "'bin/situ spark --help' once\n");
    } finally {
      Files.setPosixFilePermissions(tree, PosixFilePermissions.fromString("rwxr-xr-x"));
    }
  }

  /** Root may write everywhere. */
  private List<String> otherUser() throws IOException {
    if (!System.getProperty("user.name").equals("root")) {
      return List.of();
    }
    assumeTrue(scratch.getParent().equals(Path.of("/tmp")), "another user may not read the tree");
    Files.setPosixFilePermissions(scratch, PosixFilePermissions.fromString("rwxr-xr-x"));
    return List.of("setpriv", "--reuid=65534", "--regid=65534", "--clear-groups");
  }
}
