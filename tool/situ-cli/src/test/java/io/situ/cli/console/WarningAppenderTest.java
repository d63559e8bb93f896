// SPDX-License-Identifier: Apache-2.0
package io.situ.cli.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.log4j.Logger;
import org.junit.jupiter.api.Test;

/** With the configuration that {@code bin/situ} sets, which tests have too. */
class WarningAppenderTest {

  private static List<String> printed(Runnable work) {
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    PrintStream before = System.err;
    System.setErr(new PrintStream(err, true, StandardCharsets.UTF_8));
    try {
      work.run();
    } finally {
      System.setErr(before);
    }
    return err.toString(StandardCharsets.UTF_8).lines().toList();
  }

  @Test
  void warningsAreSentencesWithoutATrace() {
    Logger log = Logger.getLogger("io.situ.hdfs.test.One");

    assertThat(
            printed(
                () -> {
                  log.info("all is well");
                  log.warn("'a\u001b[2Jb' stays", new IOException("why"));
                  Logger.getLogger("org.apache.hadoop.X").warn("another's");
                }))
        .hasSize(1)
        .first()
        .asString()
        .startsWith("situ: warning: 'a")
        .endsWith("b' stays")
        .doesNotContain("\u001b");
  }

  @Test
  void ofManyTheFirstArePrinted() {
    Logger log = Logger.getLogger("io.situ.hdfs.test.Many");

    List<String> lines =
        printed(
            () -> {
              for (int i = 0; i < 1000; i++) {
                log.warn("number " + i);
              }
            });

    assertThat(lines).hasSize(WarningAppender.MOST + 1);
    assertThat(lines.get(0)).isEqualTo("situ: warning: number 0");
    assertThat(lines.get(WarningAppender.MOST)).contains("more warnings");
  }
}
