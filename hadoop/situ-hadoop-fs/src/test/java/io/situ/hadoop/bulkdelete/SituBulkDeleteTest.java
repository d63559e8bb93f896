// SPDX-License-Identifier: Apache-2.0
package io.situ.hadoop.bulkdelete;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Test;

class SituBulkDeleteTest {

  private static final Path BASE = new Path("situ:///base");

  private final List<String> deleted = new ArrayList<>();
  private final SituBulkDelete bulk =
      new SituBulkDelete(
          BASE,
          path -> {
            if (path.getName().equals("stuck")) {
              throw new IOException("not empty");
            }
            deleted.add(path.getName());
          });

  @Test
  void whatLiesDeeperGoesFirstAndFailuresAreReported() {
    List<Path> paths =
        List.of(BASE, new Path(BASE, "stuck"), new Path(BASE, "a"), new Path(BASE, "a/b/c"));
    assertThat(bulk.bulkDelete(paths))
        .singleElement()
        .satisfies(
            failure -> {
              assertThat(failure.getKey().getName()).isEqualTo("stuck");
              assertThat(failure.getValue()).contains("not empty");
            });
    assertThat(deleted).containsExactly("c", "a", "base");
  }

  @Test
  void refusesWhatIsElsewhereOrTooMuch() {
    assertThatThrownBy(() -> bulk.bulkDelete(List.of(new Path("situ:///other"))))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(
            () -> bulk.bulkDelete(Collections.nCopies(bulk.pageSize() + 1, new Path(BASE, "a"))))
        .isInstanceOf(IllegalArgumentException.class);
    assertThat(deleted).isEmpty();
  }
}
