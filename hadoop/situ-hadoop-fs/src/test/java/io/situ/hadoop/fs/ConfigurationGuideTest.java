package io.situ.hadoop.fs;

import static org.assertj.core.api.Assertions.assertThat;

import io.situ.storage.StoreConfig.Key;
import io.situ.storage.StoreProvider;
import io.situ.storage.find.StoreFinder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * The guide's table of keys is made from the code: run with {@code -Dsitu.write.guide=true} to
 * write it anew.
 */
class ConfigurationGuideTest {

  private static final Path GUIDE = Path.of("../../docs/guide/configuration.md");

  private static final String HEAD =
      """
      # Configuration

      `situ:///path` needs none. A store with a name, `situ://NAME/path`, needs `fs.situ.store.NAME.root`.
      The file system's keys may be set for all stores as `fs.situ.KEY` and for one as
      `fs.situ.store.NAME.KEY`. A driver's keys are set for one store, or as `fs.situ.KEY` for `situ:///`. This
      page is made from the code.

      """;

  @Test
  void tellsEveryKey() throws IOException {
    if (Boolean.getBoolean("situ.write.guide")) {
      Files.writeString(GUIDE, guide());
    }
    assertThat(Files.readString(GUIDE)).isEqualTo(guide());
  }

  private static String guide() {
    StringBuilder page = new StringBuilder(HEAD);
    page.append("## The file system\n\n").append(table(SituKeys.ALL));
    page.append("\n## Every driver\n\n").append(table(List.of(StoreFinder.DRIVER)));
    StoreFinder finder = StoreFinder.of(ConfigurationGuideTest.class.getClassLoader());
    for (StoreProvider provider : finder.providers()) {
      page.append("\n## Driver `").append(provider.driver()).append("`\n\n");
      page.append(table(provider.keys()));
    }
    return page.toString();
  }

  private static String table(List<Key> keys) {
    List<Key> sorted = new ArrayList<>(keys);
    sorted.sort(Comparator.comparing(Key::name));
    StringBuilder table = new StringBuilder("| Key | Default | What it says |\n|---|---|---|\n");
    for (Key key : sorted) {
      table.append("| `").append(key.name()).append("` | ");
      table.append(key.fallback().map(value -> "`" + value + "`").orElse("")).append(" | ");
      table.append(key.description()).append(" |\n");
    }
    return table.toString();
  }
}
