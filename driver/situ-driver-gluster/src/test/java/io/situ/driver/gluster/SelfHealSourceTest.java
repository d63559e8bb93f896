// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.gluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.situ.storage.StoreException;
import io.situ.storage.config.StoreConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class SelfHealSourceTest {

  private static final String NOTHING = "<cliOutput><opRet>0</opRet></cliOutput>";

  @TempDir private Path scratch;
  private Path file;
  private StoreConfig config;

  @BeforeEach
  void configure() {
    file = scratch.resolve("heal.xml");
    config = new StoreConfig("vol", Map.of("heal.info", file.toString()));
  }

  /** A source that has asked nothing yet. */
  private SelfHealSource source() throws StoreException {
    return SelfHealSource.of(config);
  }

  @Test
  void anAdministratorsFileIsRead() throws IOException {
    assertThat(source().state("rep")).isEmpty();
    Files.writeString(file, NOTHING);
    assertThat(source().state("rep")).contains(new SelfHealState(Map.of(), Set.of(), Set.of()));
    Files.writeString(file, "<cliOutput><opRet>0</opRet>");
    assertThat(source().state("rep")).isEmpty();
    Files.writeString(
        file, "<cliOutput><opRet>-1</opRet><opErrstr>not started</opErrstr></cliOutput>");
    assertThat(source().state("rep")).isEmpty();

    assertThat(config.notices().sentences())
        .singleElement()
        .asString()
        .contains("copies on the GlusterFS volume rep that wait for healing")
        .contains(file.toString());
    assertThat(config.notices().anyFault()).isFalse();
  }

  @Test
  void anAnswerIsUsedForItsIntervalAndForItsVolume() throws IOException {
    SelfHealSource source = source();
    assertThat(source.state("rep")).isEmpty();
    Files.writeString(file, NOTHING);

    assertThat(source.state("rep")).isEmpty();
    assertThat(source.state("other")).isPresent();
  }

  @Test
  void offAsksNothing() throws StoreException {
    config = new StoreConfig("vol", Map.of("heal.info", "off"));

    assertThat(source().state("rep")).isEmpty();
    assertThat(config.notices().sentences()).isEmpty();
  }
}
