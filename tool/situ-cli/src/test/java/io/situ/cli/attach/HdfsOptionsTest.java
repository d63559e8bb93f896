// SPDX-License-Identifier: Apache-2.0
package io.situ.cli.attach;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.situ.cli.console.Console;
import io.situ.cli.context.GlobalOptions;
import io.situ.hdfs.attach.BrokenFile;
import io.situ.hdfs.source.SkippedObject;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Sentences with names that a terminal would act on. */
class HdfsOptionsTest {

  private static final String SENTENCE = "the attached object '/a\u001b[2J' was written since";
  private static final String PRINTABLE = SENTENCE.replace("\u001b", "\\x1b");

  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

  @Command(name = "situ")
  private static final class Root extends GlobalOptions {
    Root(Console out) {
      super(out);
    }
  }

  @Command(name = "say")
  private static final class Say implements Runnable {
    @Mixin private HdfsOptions hdfs;

    @Override
    public void run() {
      hdfs.refused(SENTENCE);
      hdfs.leftOut().accept(new SkippedObject("/b", SENTENCE));
    }
  }

  private List<String> said(Object command, String... words) {
    Console out = new Console(bytes, true);
    CommandLine line = new CommandLine(new Root(out)).addSubcommand(command);
    if (command instanceof VerifyCommand verify) {
      line.parseArgs(words);
      verify.print(new BrokenFile("/c", BrokenFile.Kind.CHANGED, SENTENCE));
    } else {
      assertThat(line.execute(words)).isZero();
    }
    out.flush();
    return bytes.toString(StandardCharsets.UTF_8).lines().toList();
  }

  @Test
  void aTerminalGetsThemEscaped() {
    assertThat(said(new Say(), "say")).containsExactly(PRINTABLE, "left out /b: " + PRINTABLE);
  }

  @Test
  void aProgramGetsAnObjectEach() throws IOException {
    List<String> lines = said(new Say(), "say", "--json");

    assertThat(lines).hasSize(2);
    assertThat(json(lines.get(0)).path("refused").asText()).isEqualTo(SENTENCE);
    assertThat(json(lines.get(1)).path("leftOut").asText()).isEqualTo("/b");
    assertThat(json(lines.get(1)).path("reason").asText()).isEqualTo(SENTENCE);
  }

  @Test
  void whatIsNotAsItsObjectIsIsPrintedAlike() throws IOException {
    assertThat(said(new VerifyCommand(), "verify", "hdfs://nn/c"))
        .containsExactly("changed /c: " + PRINTABLE);
    bytes.reset();
    List<String> lines = said(new VerifyCommand(), "verify", "--json", "hdfs://nn/c");
    assertThat(json(lines.get(0)).path("difference").asText()).isEqualTo(SENTENCE);
  }

  private static JsonNode json(String line) throws IOException {
    return new ObjectMapper().readTree(line);
  }
}
