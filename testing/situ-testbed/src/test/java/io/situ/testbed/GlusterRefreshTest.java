// SPDX-License-Identifier: Apache-2.0
package io.situ.testbed;

import static org.assertj.core.api.Assertions.assertThat;

import io.situ.testbed.state.TestbedOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** {@code situ refresh} on a volume that keeps marks of what changed. */
@Tag("cluster")
@Tag("long")
class GlusterRefreshTest {

  private static final int DIRECTORIES = 60;

  /** A search begins a minute before the last change it knows: clocks may differ by that much. */
  private static final long MINUTE_MILLIS = 61_000;

  /** Marks are carried upwards within two seconds. */
  private static final long MARKS_MILLIS = 3_000;

  @RegisterExtension
  static final TestbedExtension TESTBED =
      TestbedExtension.of(TestbedOptions.gluster(3, 2).withoutHadoop());

  private final Testbed testbed = TESTBED.testbed();

  @TempDir private Path scratch;

  @Test
  void entersOnlyWhatChanged() throws Exception {
    gluster("volume", "set", "vol", "geo-replication.indexing", "on");
    Path admin = Files.createDirectory(scratch.resolve("admin"));
    testbed.run("node1", AdminMount.command("node1", admin)).orThrow();
    Path tree = writeTree();
    Thread.sleep(MINUTE_MILLIS);
    Files.writeString(tree.resolve("dir-0/late"), "the last change before the scan");
    Thread.sleep(MARKS_MILLIS);
    gluster("volume", "profile", "vol", "start");

    String scanned = situ(admin, "scan", "situ://vol/tree");
    assertThat(new JobJson(scanned.replace(":", " : ")).number("files")).isEqualTo(DIRECTORIES + 1);
    long ofScan = directoriesOpened();

    Files.writeString(tree.resolve("dir-7/new"), "new");
    Files.delete(tree.resolve("dir-8/file"));
    Files.writeString(tree.resolve("dir-9/file"), "changed");
    Thread.sleep(MARKS_MILLIS);
    directoriesOpened();
    String refreshed = situ(admin, "refresh");
    long ofRefresh = directoriesOpened();

    assertThat(new JobJson(refreshed.replace(":", " : ")).number("files"))
        .isEqualTo(DIRECTORIES + 1);
    assertThat(ofScan).isGreaterThanOrEqualTo(DIRECTORIES);
    assertThat(ofRefresh).isPositive().isLessThan(ofScan / 2);
    assertThat(situ(admin, "diff"))
        .contains("dir-7/new", "dir-8/file", "dir-9/file")
        .doesNotContain("dir-10/");
  }

  private Path writeTree() throws IOException {
    Path tree = Files.createDirectory(testbed.mount().resolve("tree"));
    for (int i = 0; i < DIRECTORIES; i++) {
      Path directory = Files.createDirectory(tree.resolve("dir-" + i));
      Files.writeString(directory.resolve("file"), "content " + i);
    }
    return tree;
  }

  /** Runs the tool on a host. */
  private String situ(Path admin, String... words) {
    List<String> all = new ArrayList<>(List.of(words));
    all.addAll(List.of("--inventory", scratch.resolve("inventory").toString(), "--json"));
    all.addAll(List.of("-D", "fs.situ.store.vol.root=" + testbed.mount()));
    all.addAll(List.of("-D", "fs.situ.store.vol.admin.mount=" + admin));
    List<String> call = BuiltSourceTree.situ(scratch.resolve("state"), all);
    return testbed.run("node1", call.toArray(String[]::new)).orThrow();
  }

  private String gluster(String... words) {
    List<String> call = new ArrayList<>(List.of("gluster", "--mode=script"));
    call.addAll(List.of(words));
    return testbed.run("node1", call.toArray(String[]::new)).orThrow();
  }

  /** How often a directory was opened on a brick since this was last asked. */
  private long directoriesOpened() {
    return Pattern.compile("(\\d+)\\s+OPENDIR\\b")
        .matcher(gluster("volume", "profile", "vol", "info", "incremental"))
        .results()
        .mapToLong(found -> Long.parseLong(found.group(1)))
        .sum();
  }
}
