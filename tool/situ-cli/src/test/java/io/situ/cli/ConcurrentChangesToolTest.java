// SPDX-License-Identifier: Apache-2.0
package io.situ.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.situ.cli.console.ExitCode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Others change a tree while it is scanned and while a job reads it. */
@Tag("end-to-end")
class ConcurrentChangesToolTest extends ToolFixture {

  private static final int FILES = 300;

  private final InProcessTool looks = new InProcessTool();
  private Path data;

  @BeforeEach
  void makeFiles() throws IOException {
    data = Files.createDirectory(scratch.resolve("data"));
    for (int i = 0; i < FILES; i++) {
      Files.writeString(data.resolve("f" + i), "word\n");
    }
  }

  /** Deletes, writes and replaces files until asked to stop. */
  private void churn(AtomicBoolean stop) {
    Random random = new Random(5);
    while (!stop.get()) {
      Path file = data.resolve("f" + random.nextInt(FILES));
      try {
        switch (random.nextInt(3)) {
          case 0 -> Files.deleteIfExists(file);
          case 1 -> Files.writeString(file, "word ".repeat(random.nextInt(500)));
          default ->
              Files.move(
                  Files.writeString(scratch.resolve("next"), "word\n"),
                  file,
                  StandardCopyOption.ATOMIC_MOVE);
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  @Test
  void scansOfATreeThatChangesAreWholeAndSayWhatTheyLeftOut() throws Exception {
    Path inventory = scratch.resolve("inventory");
    AtomicBoolean stop = new AtomicBoolean();
    Thread churn = new Thread(() -> churn(stop));
    churn.start();
    try {
      for (int i = 0; i < 3; i++) {
        Tool.Result scan =
            looks.run("scan", data, "--checksums", "--inventory", inventory, "--json");
        assertThat(scan.err()).isEmpty();
        int unchecked = new ObjectMapper().readTree(scan.out()).path("unchecked").asInt();
        ExitCode exit = unchecked == 0 ? ExitCode.OK : ExitCode.PARTIAL;
        assertThat(scan.code()).as("%s files unchecked", unchecked).isEqualTo(exit.code());
      }
    } finally {
      stop.set(true);
      churn.join();
    }

    JsonNode last =
        new ObjectMapper().readTree(looks.run("refresh", "--inventory", inventory, "--json").out());
    try (Stream<Path> files = Files.list(data)) {
      assertThat(last.path("files").asLong()).isEqualTo(files.count());
    }
    assertThat(last.path("skipped")).isEmpty();
    assertThat(last.path("unchecked").asInt()).isZero();
  }

  /** The output appears when the input has been listed and, most often, has not been read. */
  @Test
  void inputThatVanishesUnderAJobIsNamedUnlessItWasReadBefore() throws Exception {
    Path out = scratch.resolve("out");
    Tool.Running running = situ.start("run", "wordcount", data, out);
    while (running.process().isAlive() && !Files.exists(out)) {
      TimeUnit.MILLISECONDS.sleep(5);
    }
    Files.move(data, scratch.resolve("elsewhere"));
    Tool.Result result = running.result();

    if (result.code() == 0) {
      assertThat(out.resolve("part-r-00000")).hasContent("word\t" + FILES);
    } else {
      assertThat(result.code()).isEqualTo(ExitCode.BAD_INPUT.code());
      assertThat(result.err()).contains("'" + data + "/f").contains("': no such file or directory");
      assertThat(result.err().strip()).doesNotContain("\n");
      assertThat(out).doesNotExist();
    }
    assertThat(scratch.resolve("elsewhere").toFile().list()).hasSize(FILES);
  }
}
