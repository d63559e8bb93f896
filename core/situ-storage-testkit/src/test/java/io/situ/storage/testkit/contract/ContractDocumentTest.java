// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.situ.storage.Capability;
import io.situ.storage.StoreException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The contract's page names each group, capability and kind of failure, and none that is not. */
class ContractDocumentTest {

  private static final Path PAGE = Path.of("../../docs/contract/storage.md");

  private static TreeSet<String> firstColumn(String heading) throws IOException {
    String page = Files.readString(PAGE);
    int start = page.indexOf("\n## " + heading);
    int end = page.indexOf("\n## ", start + 1);
    TreeSet<String> cells = new TreeSet<>();
    Pattern.compile("(?m)^\\| `([^`]+)`")
        .matcher(page.substring(start, end))
        .results()
        .forEach(match -> cells.add(match.group(1)));
    return cells;
  }

  private static TreeSet<String> names(Enum<?>... values) {
    TreeSet<String> names = new TreeSet<>();
    for (Enum<?> value : values) {
      names.add(value.name());
    }
    return names;
  }

  @Test
  void everyGroupIsOnThePage() throws IOException {
    TreeSet<String> tags = new TreeSet<>();
    Arrays.stream(StoreContract.class.getDeclaredClasses())
        .forEach(group -> tags.add(group.getAnnotation(Tag.class).value()));
    assertThat(firstColumn("Groups")).isEqualTo(tags);
  }

  @Test
  void everyCapabilityIsOnThePage() throws IOException {
    assertThat(firstColumn("Capabilities")).isEqualTo(names(Capability.values()));
  }

  @Test
  void everyKindOfFailureIsOnThePage() throws IOException {
    assertThat(firstColumn("Failures")).isEqualTo(names(StoreException.Kind.values()));
  }
}
