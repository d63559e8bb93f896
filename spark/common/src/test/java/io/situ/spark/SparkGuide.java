// SPDX-License-Identifier: Apache-2.0
package io.situ.spark;

import static org.assertj.core.api.Assertions.assertThat;

import io.situ.storage.config.ConfigKey;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;

/** The page of the guide about Spark. */
public final class SparkGuide {

  private static final Path PAGE = Path.of("../../docs/guide/spark.md");

  private SparkGuide() {}

  /** Fails if the page has no table of just these keys. */
  public static void assertHas(List<ConfigKey<?>> keys) throws IOException {
    String rows = keys.stream().map(SparkGuide::row).collect(Collectors.joining());
    assertThat(Files.readString(PAGE))
        .contains("| Key | Value | Default | What it says |\n|---|---|---|---|\n" + rows + "\n");
  }

  private static String row(ConfigKey<?> key) {
    return "| `%s` | %s | %s | %s |\n"
        .formatted(
            key.name(),
            key.type().allowed(),
            key.defaultText().map(text -> "`" + text + "`").orElse(""),
            key.description());
  }
}
