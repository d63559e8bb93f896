// SPDX-License-Identifier: Apache-2.0
package io.situ.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.situ.storage.StorePath;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Any name a file can have, through the tool and through jobs. */
@Tag("end-to-end")
class UnusualNamesToolTest extends ToolFixture {

  /** As a shell writes them, so that bytes that are no text can be among them. */
  private static final List<String> QUOTED =
      List.of(
          "$'new\\nline'",
          "'co:lon'",
          "'hash#percent%20 space'",
          "'comma,brace{x}star*'",
          "$'esc\\x1b[31m'",
          "'\u00fcml\u00e4ut \u65e5\u672c'",
          "$'bad\\xff\\xfebytes'",
          "'back\\slash'",
          "'-dash'",
          "$(printf 'n%.0s' {1..255})");

  private Path odd;

  @BeforeEach
  void makeFiles() throws Exception {
    odd = Files.createDirectory(scratch.resolve("odd"));
    shell(
        "cd -- \"$1\" && for name in "
            + String.join(" ", QUOTED)
            + "; do echo word > \"./$name\"; done");
  }

  private byte[] shell(String script) throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder("bash", "-c", script, "bash", odd.toString())
            .redirectErrorStream(true)
            .start();
    byte[] printed = process.getInputStream().readAllBytes();
    assertThat(process.waitFor()).as(new String(printed, StandardCharsets.UTF_8)).isZero();
    return printed;
  }

  @Test
  void lsWritesNamesByteForByte() throws Exception {
    Path listed = scratch.resolve("listed");
    shell(
        "SITU_NO_BUILD=1 '"
            + Tool.HOME
            + "/bin/situ' ls -0 \"$1\" | LC_ALL=C sort -z > '"
            + listed
            + "'");
    byte[] expected = shell("cd -- \"$1\" && find . -type f -printf '%P\\0' | LC_ALL=C sort -z");

    assertThat(Files.readAllBytes(listed)).isEqualTo(expected);
  }

  @Test
  void jsonIsExact() throws Exception {
    List<String> paths = new ArrayList<>();
    for (String line : situ.run("ls", "--json", odd).out().split("\n")) {
      JsonNode json = new ObjectMapper().readTree(line);
      paths.add(json.path("path").asText());
    }
    assertThat(paths).hasSize(QUOTED.size());
    for (String path : paths) {
      assertThat(shell("[[ -f " + bash(StorePath.of(path).toBytes()) + " ]] && printf yes"))
          .as(path)
          .asString()
          .isEqualTo("yes");
    }
  }

  private static String bash(byte[] bytes) {
    StringBuilder quoted = new StringBuilder("$'");
    for (byte b : bytes) {
      quoted.append(String.format("\\x%02x", b & 0xFF));
    }
    return quoted.append("'").toString();
  }

  @Test
  void everyNameCanBeGivenAsAnArgument() throws Exception {
    String script =
        "cd -- \"$1\" && names=() && for name in "
            + String.join(" ", QUOTED)
            + "; do names+=(\"$PWD/$name\"); done; SITU_NO_BUILD=1 '"
            + Tool.HOME
            + "/bin/situ' stat --json \"${names[@]}\"";
    String out = new String(shell(script), StandardCharsets.UTF_8);

    assertThat(out.split("\n"))
        .hasSize(QUOTED.size())
        .allMatch(line -> line.contains("\"size\":5"));
  }

  @Test
  void aNameThatBeginsWithAnAtSignIsAName() throws Exception {
    shell("cd -- \"$1\" && echo --no-such-option > @words");
    String script = "cd -- \"$1\" && SITU_NO_BUILD=1 '" + Tool.HOME + "/bin/situ' stat -- @words";

    assertThat(new String(shell(script), StandardCharsets.UTF_8)).contains("@words");
  }

  @Test
  void jobsReadThemAll() throws Exception {
    Tool.Result result = situ.run("run", "wordcount", odd, scratch.resolve("out"));

    assertThat(result.err()).isEmpty();
    assertThat(Files.readString(scratch.resolve("out/part-r-00000")))
        .isEqualTo("word\t" + QUOTED.size() + "\n");
  }

  @Test
  void jobsWriteToThem() throws Exception {
    assertJobsWriteTo(QUOTED.get(6));
  }

  @Tag("long")
  @Test
  void jobsWriteToMoreOfThem() throws Exception {
    assertJobsWriteTo(QUOTED.get(0), QUOTED.get(3), QUOTED.get(9));
  }

  private void assertJobsWriteTo(String... names) throws Exception {
    Path in = Files.writeString(scratch.resolve("in"), "word\n");
    String run = "'" + Tool.HOME + "/bin/situ' run wordcount '" + in + "' \"./$name\" > /dev/null";
    String script =
        "export SITU_NO_BUILD=1 HADOOP_CLIENT_OPTS='"
            + Tool.QUICK_JVM
            + "'; mkdir \"$1/../out\" && cd \"$1/../out\" && for name in "
            + String.join(" ", names)
            + "; do "
            + run
            + " || exit 1; cat \"./$name/part-r-00000\"; rm -r \"./$name\"; done; ls -A";

    assertThat(new String(shell(script), StandardCharsets.UTF_8))
        .isEqualTo("word\t1\n".repeat(names.length));
  }
}
