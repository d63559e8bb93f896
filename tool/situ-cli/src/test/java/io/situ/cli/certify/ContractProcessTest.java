// SPDX-License-Identifier: Apache-2.0
package io.situ.cli.certify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.situ.storage.local.LocalDirectories;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ContractProcessTest {

  private static final Duration SILENCE = Duration.ofMinutes(5);

  @TempDir private Path data;
  private List<Path> jars;
  private ContractTarget target;

  @BeforeEach
  void choose() throws IOException {
    jars = LocalDirectories.list(Path.of("target/contract"), "*.jar");
    target = new ContractTarget("posix", Map.of("root", data.toString()), "/", Integer.MAX_VALUE);
  }

  @Test
  void aTargetIsReadAsItWasWritten() throws Exception {
    ContractTarget odd =
        new ContractTarget("posix", Map.of("root", "/a b=c\\ü\n", "x.y", ""), "/ top", 40);
    assertThat(ContractTarget.read(new java.io.StringReader(odd.text()))).isEqualTo(odd);
  }

  @Test
  void aLineIsReadAsItWasWritten() {
    ContractLine line =
        new ContractLine(ContractLine.Outcome.FAILED, "names", "a\tb", "one\n  two\u0007");
    assertThat(ContractLine.of(line.line())).contains(line);
    assertThat(line.text()).isEqualTo("one; two");
    assertThat(ContractLine.of("something else")).isEmpty();
  }

  @Test
  void whatFailsIsNamedWithItsReason() throws Exception {
    ContractTarget missing =
        new ContractTarget(
            "posix", Map.of("root", data.resolve("none").toString()), "/", Integer.MAX_VALUE);
    ContractResult result = new ContractProcess(jars, SILENCE).run(missing, soFar -> {});

    assertThat(result.isComplete()).isTrue();
    assertThat(result.groups().get("renaming").passed()).isZero();
    assertThat(result.groups().get("renaming").failures())
        .isNotEmpty()
        .allSatisfy(text -> assertThat(text).contains("StoreException", "none"));
  }

  @Test
  void aProcessThatIsEndedSaysInWhichTest() {
    try (ContractProcess process = new ContractProcess(jars, SILENCE)) {
      assertThatThrownBy(
              () ->
                  process.run(
                      target,
                      soFar -> {
                        if (soFar.tests() > 3) {
                          process.close();
                        }
                      }))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("the process of the contract's tests ended");
    }
  }

  @Test
  void aSilentProcessIsEnded() {
    assertThatThrownBy(
            () -> new ContractProcess(jars, Duration.ofNanos(1)).run(target, soFar -> {}))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("did not answer within");
  }
}
