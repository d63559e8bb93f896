// SPDX-License-Identifier: Apache-2.0
package io.situ.cli.certify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code lfs getstripe} of a running Lustre 2.17 printed. */
class LfsToolTest {

  private static final long MIB = 1 << 20;

  private static final String OVERSTRIPED =
      """
      over
      lmm_stripe_count:  6
      lmm_stripe_size:   1048576
      lmm_pattern:       raid0,overstriped
      lmm_layout_gen:    0
      lmm_stripe_offset: 3
      \tobdidx\t\t objid\t\t objid\t\t group
      \t     3\t             4\t          0x4\t   0x300000400
      \t     0\t             4\t          0x4\t   0x240000400
      \t     1\t             4\t          0x4\t   0x280000400
      \t     2\t             7\t          0x7\t   0x2c0000400
      \t     3\t             5\t          0x5\t   0x300000400
      \t     0\t             5\t          0x5\t   0x240000400
      """;

  private static final String MIRRORED =
      """
      mir
        lcm_layout_gen:    4
        lcm_mirror_count:  2
        lcm_entry_count:   3
          lcme_id:             65537
          lcme_mirror_id:      1
          lcme_flags:          init,stale
          lcme_extent.e_start: 0
          lcme_extent.e_end:   4194304
            lmm_stripe_count:  1
            lmm_stripe_size:   4194304
            lmm_pattern:       raid0
            lmm_layout_gen:    0
            lmm_stripe_offset: 0
            lmm_objects:
            -   0: { l_ost_idx:   0, l_fid: [0x240000400:0x3:0x0] }

          lcme_id:             65538
          lcme_mirror_id:      1
          lcme_flags:          stale
          lcme_extent.e_start: 4194304
          lcme_extent.e_end:   EOF
            lmm_stripe_count:  2
            lmm_stripe_size:   4194304
            lmm_pattern:       raid0
            lmm_layout_gen:    0
            lmm_stripe_offset: 0

          lcme_id:             131075
          lcme_mirror_id:      2
          lcme_flags:          init,prefer
          lcme_extent.e_start: 0
          lcme_extent.e_end:   EOF
            lmm_stripe_count:  2
            lmm_stripe_size:   2097152
            lmm_pattern:       raid0
            lmm_layout_gen:    0
            lmm_stripe_offset: 2
            lmm_objects:
            -   0: { l_ost_idx:   2, l_fid: [0x2c0000400:0x6:0x0] }
            -   1: { l_ost_idx:   3, l_fid: [0x300000400:0x3:0x0] }
      """;

  private static final String ON_METADATA_TARGET =
      """
      dom
        lcm_layout_gen:    3
        lcm_mirror_count:  1
        lcm_entry_count:   2
          lcme_id:             1
          lcme_mirror_id:      0
          lcme_flags:          init
          lcme_extent.e_start: 0
          lcme_extent.e_end:   1048576
            lmm_stripe_count:  0
            lmm_stripe_size:   1048576
            lmm_pattern:       mdt
            lmm_layout_gen:    0
            lmm_mdt_index:     0

          lcme_id:             2
          lcme_mirror_id:      0
          lcme_flags:          init
          lcme_extent.e_start: 1048576
          lcme_extent.e_end:   EOF
            lmm_stripe_count:  2
            lmm_stripe_size:   4194304
            lmm_pattern:       raid0
            lmm_layout_gen:    0
            lmm_stripe_offset: 0
            lmm_objects:
            -   0: { l_ost_idx:   0, l_fid: [0x240000400:0x7:0x0] }
            -   1: { l_ost_idx:   1, l_fid: [0x280000400:0x7:0x0] }
      """;

  @TempDir Path directory;

  private static ToolRange range(long from, long to, int target) {
    return new ToolRange(from, to, List.of("OST " + target));
  }

  private static List<ToolRange> parse(String text, long size) throws IOException {
    return LfsTool.parse(text.lines().toList(), size).ranges();
  }

  @Test
  void aPlainLayout() throws Exception {
    assertThat(parse(OVERSTRIPED, 7 * MIB))
        .containsExactly(
            range(0, MIB, 3),
            range(MIB, 2 * MIB, 0),
            range(2 * MIB, 3 * MIB, 1),
            range(3 * MIB, 4 * MIB, 2),
            range(4 * MIB, 5 * MIB, 3),
            range(5 * MIB, 6 * MIB, 0),
            range(6 * MIB, 7 * MIB, 3));
    assertThat(parse(OVERSTRIPED, 5)).containsExactly(range(0, 5, 3));
    assertThat(parse(OVERSTRIPED, 0)).isEmpty();
  }

  @Test
  void aMirrorThatIsStaleDoesNotCount() throws Exception {
    assertThat(parse(MIRRORED, 9 * MIB))
        .containsExactly(
            range(0, 2 * MIB, 2),
            range(2 * MIB, 4 * MIB, 3),
            range(4 * MIB, 6 * MIB, 2),
            range(6 * MIB, 8 * MIB, 3),
            range(8 * MIB, 9 * MIB, 2));
  }

  @Test
  void bytesOnAMetadataTargetHaveNoServer() throws Exception {
    assertThat(parse(ON_METADATA_TARGET, 9 * MIB))
        .containsExactly(
            range(MIB, 4 * MIB, 0), range(4 * MIB, 8 * MIB, 1), range(8 * MIB, 9 * MIB, 0));
    assertThat(parse(ON_METADATA_TARGET, 1000)).isEmpty();
  }

  @Test
  void whatIsNoLayoutIsRefusedWithItsFirstLine() {
    assertThatThrownBy(() -> parse("\nhello world\nmore\n", 10))
        .hasMessage("'lfs' printed what is no layout, beginning with 'hello world'");
    assertThatThrownBy(() -> parse("", 10)).hasMessageContaining("no layout");
    assertThatThrownBy(() -> parse("lmm_stripe_size: 99999999999999999999", 10))
        .isInstanceOf(IOException.class);
    assertThatThrownBy(() -> parse(OVERSTRIPED.replace("1048576", "0"), 10))
        .isInstanceOf(IOException.class);
  }

  private LfsTool fake(String script, Duration timeout) throws IOException {
    Path program = Files.writeString(directory.resolve("lfs"), "#!/bin/sh\n" + script + "\n");
    Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwx------"));
    return new LfsTool(program, "testfs", timeout);
  }

  @Test
  void aProgramThatFailsOrHangsSaysWhy() throws Exception {
    Path file = directory.resolve("f");
    assertThatThrownBy(
            () -> fake("echo no such pool >&2; exit 7", Duration.ofMinutes(1)).ask(file, 1))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("exit code 7: no such pool");
    assertThatThrownBy(() -> fake("exec sleep 1000", Duration.ofMillis(200)).ask(file, 1))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("did not answer within");
    assertThat(fake("echo '" + OVERSTRIPED + "'", Duration.ofMinutes(1)).ask(file, 5).ranges())
        .containsExactly(range(0, 5, 3));
  }

  @Test
  void targetsHaveTheNamesOfHostsFiles() throws Exception {
    assertThat(fake("", Duration.ofMinutes(1)).names("OST 26")).containsExactly("testfs-OST001a");
  }
}
