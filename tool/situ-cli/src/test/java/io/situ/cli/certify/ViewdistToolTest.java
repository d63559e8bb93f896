// SPDX-License-Identifier: Apache-2.0
package io.situ.cli.certify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What {@code pvfs2-viewdist} of a running OrangeFS printed. */
class ViewdistToolTest {

  private static final String TEXT =
      """
      dist_name = simple_stripe
      dist_params:
      strip_size:3000000

      Metadataserver: tcp://127.0.0.13:3373
      Number of datafiles/servers = 3
      Datafile 0 - tcp://127.0.0.13:3373, handle: 9223372036854773752 (7ffffffffffff7f8.bstream)
      Datafile 1 - tcp://127.0.0.12:3373, handle: 7686143364045644544 (6aaaaaaaaaaaa300.bstream)
      Datafile 2 - tcp://127.0.0.11:3373, handle: 6148914691236515328 (5555555555554e00.bstream)
      """;

  private static ToolLayout parse(String text, long size) throws IOException {
    return ViewdistTool.parse(text.lines().toList(), size);
  }

  private static ToolRange range(long from, long to, int server) {
    return new ToolRange(from, to, List.of("tcp://127.0.0." + server + ":3373"));
  }

  @Test
  void stripsAreDealtOut() throws Exception {
    ToolLayout layout = parse(TEXT, 10_000_000);
    assertThat(layout.ranges())
        .containsExactly(
            range(0, 3_000_000, 13),
            range(3_000_000, 6_000_000, 12),
            range(6_000_000, 9_000_000, 11),
            range(9_000_000, 10_000_000, 13));
    assertThat(layout.unknown()).isEmpty();
    assertThat(parse(TEXT, 0).ranges()).isEmpty();
  }

  @Test
  void shortStripsOnSeveralServersMayHaveNoHost() throws Exception {
    String text = TEXT.replace("3000000", "65536");
    assertThat(parse(text, 65537).unknown()).isPresent();
    assertThat(parse(text, 65536).unknown()).isEmpty();
    assertThat(parse(text.replaceAll("0\\.1[123]:", "0.11:"), 1 << 20).ranges())
        .containsExactly(range(0, 1 << 20, 11));
  }

  @Test
  void basicDistributionIsOnTheFirstServer() throws Exception {
    assertThat(parse(TEXT.replace("simple_stripe", "basic_dist"), 10_000_000).ranges())
        .containsExactly(range(0, 10_000_000, 13));
  }

  @Test
  void whatIsNoLayoutIsRefusedWithItsFirstLine() {
    assertThatThrownBy(() -> parse("of the file\n", 10))
        .hasMessage("'pvfs2-viewdist' printed what is no layout, beginning with 'of the file'");
    assertThatThrownBy(() -> parse(TEXT.replace("simple_stripe", "twod_stripe"), 10))
        .isInstanceOf(IOException.class);
    assertThatThrownBy(() -> parse(TEXT.replace("3000000", "0"), 10))
        .isInstanceOf(IOException.class);
  }

  @Test
  void attributesOfDirectoriesEndWithANul() {
    ViewdistTool tool = new ViewdistTool(Path.of("/viewdist"), Map.of(), Duration.ofSeconds(1));
    assertThat(tool.layouts(Path.of("/mnt/d")).get("strip-1m"))
        .containsExactly(
            List.of(
                "setfattr",
                "-n",
                "user.pvfs2.dist_name",
                "-v",
                "0x73696d706c655f73747269706500",
                "/mnt/d"),
            List.of(
                "setfattr",
                "-n",
                "user.pvfs2.dist_params",
                "-v",
                "0x73747269705f73697a653a3130343835373600",
                "/mnt/d"));
    assertThat(tool.names("tcp://node1:3373"))
        .containsExactly("tcp://node1:3373", "node1:3373", "node1");
  }

  @Test
  void bricksOfGlusterFs() throws Exception {
    String value =
        "(<DISTRIBUTE:vol-dht> (<REPLICATE:vol-replicate-0> <POSIX(/b/1):node1:/b/1/f>"
            + " <POSIX(/b/2):node2:/b/2/f>))";
    assertThat(PathInfoTool.parse(List.of(value), 7).ranges())
        .containsExactly(new ToolRange(0, 7, List.of("node1", "node2")));
    assertThatThrownBy(() -> PathInfoTool.parse(List.of("nothing"), 7))
        .hasMessageContaining("beginning with 'nothing'");
  }
}
