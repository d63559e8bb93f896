// SPDX-License-Identifier: Apache-2.0
package io.situ.testbed.attach;

import static org.assertj.core.api.Assertions.assertThat;

import io.situ.testbed.BuiltSourceTree;
import io.situ.testbed.CephTool;
import io.situ.testbed.Testbed;
import io.situ.testbed.TestbedExtension;
import io.situ.testbed.hadoop.HadoopDaemons;
import io.situ.testbed.process.Commands;
import io.situ.testbed.state.TestbedOptions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A CephFS of two replicas; each block is on the host from whose OSD clients read it. */
@Tag("long")
@Tag("cluster")
class CephHdfsAttachTest extends HdfsAttachContract {

  private static final Pattern PRIMARY = Pattern.compile("\"acting_primary\":\\s*(\\d+)");
  private static final int LARGE = 64 * MEGABYTE;
  private static final int OBJECT = 4 * MEGABYTE;

  @RegisterExtension
  static final TestbedExtension TESTBED = BuiltSourceTree.testbed(TestbedOptions.ceph(3, 2));

  /** Files of the other tests are of one object. */
  @Override
  Testbed bringTestbed() {
    Testbed brought = TESTBED.testbed();
    layOut(brought.mount(), LARGE);
    return brought;
  }

  private static void layOut(Path directory, int object) {
    String layout =
        "stripe_unit=" + object + " stripe_count=1 object_size=" + object + " pool=cephfs_data";
    Commands.run("setfattr", "-n", "ceph.dir.layout", "-v", layout, directory.toString());
  }

  @Override
  Map<String, List<List<String>>> placement(String directory) {
    return primaries(directory, LARGE);
  }

  /** As the cluster itself says, object by object. */
  private Map<String, List<List<String>>> primaries(String directory, int object) {
    Map<String, List<List<String>>> all = new TreeMap<>();
    for (String name : attachment.names(directory)) {
      List<List<String>> blocks = new ArrayList<>();
      for (int number = 0; number * (long) object < attachment.bytes(name).length; number++) {
        blocks.add(List.of(primary(testbed.mount().resolve(name), number)));
      }
      all.put(name.substring(directory.length() + 1), blocks);
    }
    return all;
  }

  private String primary(Path file, int number) {
    try {
      long inode = (Long) Files.getAttribute(file, "unix:ino");
      String object = String.format("%x.%08x", inode, number);
      String said =
          new CephTool(testbed).run("osd", "map", "cephfs_data", object, "--format", "json");
      Matcher osd = PRIMARY.matcher(said);
      assertThat(osd.find()).as(said).isTrue();
      return "node" + (Integer.parseInt(osd.group(1)) + 1);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void aBlockEndsWhereTheHostChanges() throws IOException {
    Path in = Files.createDirectory(testbed.mount().resolve("pieces"));
    layOut(in, OBJECT);
    String text = LINE.repeat(13 * OBJECT / 2 / LINE.length());
    attachment.write("pieces/text", text.getBytes(StandardCharsets.US_ASCII));

    List<List<String>> blocks = new ArrayList<>();
    for (List<String> host : primaries("pieces", OBJECT).get("text")) {
      if (blocks.isEmpty() || !blocks.get(blocks.size() - 1).equals(host)) {
        blocks.add(host);
      }
    }

    String plan =
        Commands.result(
                attachment.situ(
                    state,
                    "attach",
                    "--dry-run",
                    "situ://vol/pieces",
                    HadoopDaemons.NAME_NODE + "/pieces"),
                "")
            .orThrow();
    assertThat(plan)
        .contains("in " + blocks.size() + " block")
        .contains("(100.0 %)")
        .contains("Ceph: object_size and stripe_unit");

    attachment.attach(state, "pieces", "/pieces");
    assertThat(attachment.locations("/pieces")).isEqualTo(Map.of("text", blocks));
    assertThat(cat("/pieces/text") + "\n").isEqualTo(text);
  }
}
