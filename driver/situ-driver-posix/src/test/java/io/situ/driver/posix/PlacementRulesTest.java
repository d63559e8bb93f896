// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.posix;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.situ.storage.Replica;
import io.situ.storage.StorePath;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class PlacementRulesTest {

  private static List<Replica> find(String path, String... lines) {
    return PlacementRules.parse(List.of(lines)).replicas(StorePath.of(path));
  }

  private static List<String> hosts(String path, String... lines) {
    return find(path, lines).stream().map(Replica::host).toList();
  }

  @Test
  void theLongestPrefixDecidesWhateverTheOrder() {
    String[] lines = {"/a\tone", "/a/b\ttwo,three", "/\tfour"};
    assertThat(hosts("/a/b/c", lines)).containsExactly("two", "three");
    assertThat(hosts("/a/b", lines)).containsExactly("two", "three");
    assertThat(hosts("/a/bc", lines)).containsExactly("one");
    assertThat(hosts("/x", lines)).containsExactly("four");
  }

  @Test
  void theFirstGlobDecidesBeforeAnyPrefix() {
    String[] lines = {"/a/b\tprefix", "/a/**.orc\tfirst", "/a/b/*\tsecond"};
    assertThat(hosts("/a/b/x.orc", lines)).containsExactly("first");
    assertThat(hosts("/a/b/x", lines)).containsExactly("second");
    assertThat(hosts("/a/b/c/x", lines)).containsExactly("prefix");
  }

  @Test
  void whatTheMapDoesNotNameIsNowhere() {
    assertThat(hosts("/x", "/a\tone", "# /x\tone", "", "  ")).isEmpty();
  }

  @Test
  void racksAndPathsAreGivenWithTheHosts() {
    assertThat(find("/a/b/f", "/a\tone,two\t/r1,/r2\t/bricks/a/"))
        .containsExactly(
            new Replica("one", Optional.of("/r1"), 1, Optional.of("/bricks/a/b/f")),
            new Replica("two", Optional.of("/r2"), 1, Optional.of("/bricks/a/b/f")));
    assertThat(find("/f", "/*\tone\t\t/mnt"))
        .containsExactly(new Replica("one", Optional.empty(), 1, Optional.of("/mnt/f")));
    assertThat(find("/f", "/\tone,two\t/r"))
        .allMatch(replica -> replica.rack().equals(Optional.of("/r")));
    assertThat(find("/f", "/f\tone\t\t/"))
        .containsExactly(new Replica("one", Optional.empty(), 1, Optional.of("/")));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "a\\thost | does not start with a slash",
        "/a | expected hosts",
        "/a\\t | no host",
        "/a\\thost,,other | is not a name",
        "/a\\tho st | is not a name",
        "/a\\th\\tr | rack 'r' does not start with a slash",
        "/a\\th,i,j\\t/r,/s | 3 hosts but 2 racks",
        "/a\\th\\t/r\\tp | path 'p' does not start with a slash",
        "/a\\th\\t/r\\t/p\\tx | expected hosts",
        "/a/../b\\th | '..'",
        "/a[\\th | '[' without ']'",
        "/ok\\th | stands there twice",
      })
  void aSenselessLineIsNamed(String line, String complaint) {
    List<String> lines = List.of("# comment", "/ok\thost", line.replace("\\t", "\t"));
    assertThatThrownBy(() -> PlacementRules.parse(lines))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("line 3: ")
        .hasMessageContaining(complaint);
  }
}
