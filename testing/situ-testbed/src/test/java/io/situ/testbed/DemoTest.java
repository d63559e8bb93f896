// SPDX-License-Identifier: Apache-2.0
package io.situ.testbed;

import static org.assertj.core.api.Assertions.assertThat;

import io.situ.testbed.process.Commands;
import io.situ.testbed.process.HostCommandResult;
import io.situ.testbed.state.TestbedOptions;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code bin/situ demo} on hosts that it makes and takes away. */
@Tag("cluster")
class DemoTest {

  @TempDir private Path scratch;

  @Tag("long")
  @Test
  void showsThatTheBytesStayWhereTheyAre() throws Exception {
    TestbedExtension.assumePossible(TestbedOptions.gluster(3, 2));
    BuiltSourceTree.bundle();
    Path bed = scratch.resolve("bed");
    List<String> call =
        BuiltSourceTree.situ(
            scratch.resolve("state"), List.of("demo", "--json", "--megabytes", "96"));
    HostCommandResult demo =
        Commands.result(Commands.concat(List.of("env", "SITU_TESTBED_DIR=" + bed), call), "");

    String json = demo.orThrow();
    assertThat(demo.err()).doesNotContain("hosts cannot be made here");
    assertThat(json).contains("\"sameAnswer\" : true");
    JobJson stock =
        new JobJson(json.substring(json.indexOf("\"stock\""), json.indexOf("\"inPlace\"")));
    JobJson inPlace = new JobJson(json.substring(json.indexOf("\"inPlace\"")));
    assertThat(stock.number("maps")).isEqualTo(12);
    assertThat(inPlace.number("dataLocalMaps")).isEqualTo(inPlace.number("maps")).isPositive();
    assertThat(inPlace.number("bytesLocal")).isGreaterThanOrEqualTo(96L << 20);
    assertThat(inPlace.number("bytesRack") + inPlace.number("bytesRemote")).isZero();
    assertThat(inPlace.number("networkBytes")).isLessThan(stock.number("networkBytes"));
    LeftoverCheck.assertNone(bed);
  }
}
