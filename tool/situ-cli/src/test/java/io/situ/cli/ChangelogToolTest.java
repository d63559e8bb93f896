// SPDX-License-Identifier: Apache-2.0
package io.situ.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * An inventory of a Lustre is refreshed by a changelog. Changes are made on the file system that is
 * here, and their records written as a metadata server would.
 */
@Tag("end-to-end")
class ChangelogToolTest {

  private final InProcessTool situ = new InProcessTool();

  @TempDir private Path scratch;
  private Path data;
  private Path log;
  private Path inventory;
  private long last;

  @BeforeEach
  void makeFiles() throws IOException {
    data = Files.createDirectory(scratch.resolve("data"));
    log = Files.createFile(scratch.resolve("testfs-MDT0000.log"));
    inventory = scratch.resolve("inventory");
    for (int d = 0; d < 5; d++) {
      Path directory = Files.createDirectory(data.resolve("d" + d));
      for (int f = 0; f < 10; f++) {
        Files.writeString(directory.resolve("f" + f), "word");
      }
    }
    record("11CLOSE", fid(data.resolve("d0/f0")));
  }

  private void record(String type, String rest) throws IOException {
    String line = ++last + " " + type + " 13:46:56.059656585 2026.11.21 0x0 t=" + rest + "\n";
    Files.writeString(log, line, StandardOpenOption.APPEND);
  }

  /** An identifier that stands for the inode number as it is, as those of old file systems do. */
  private static String fid(Path path) throws IOException {
    long inode = ((Number) Files.getAttribute(path, "unix:ino")).longValue();
    return "[0x" + Long.toHexString(inode) + ":0x1:0x0]";
  }

  private static String named(Path path) throws IOException {
    return " p=" + fid(path.getParent()) + " " + path.getFileName();
  }

  private Tool.Result call(Object... words) throws Exception {
    List<Object> all = new ArrayList<>(List.of(words));
    String key = "fs.situ.store.l.";
    all.addAll(List.of("-D", key + "root=" + data, "-D", key + "driver=lustre"));
    all.addAll(List.of("-D", key + "changelog.file=" + scratch.resolve("{mdt}.log")));
    all.addAll(List.of("-D", key + "changelog.mdts=testfs-MDT0000", "--json"));
    Tool.Result result = situ.run(all.toArray());
    assertThat(result.code()).as(result.err()).isZero();
    return result;
  }

  /** What the inventory holds, beside what is there. */
  private void holds(Tool.Result refreshed, int unseen) throws Exception {
    JsonNode known = new ObjectMapper().readTree(refreshed.out());
    Path restarted = Files.createTempDirectory(scratch, "restarted");
    JsonNode there =
        new ObjectMapper()
            .readTree(
                call("scan", "--store", "l", "/", "--no-placement", "--inventory", restarted)
                    .out());
    assertThat(known.path("files").asLong()).isEqualTo(there.path("files").asLong() - unseen);
    assertThat(known.path("bytes").asLong()).isEqualTo(there.path("bytes").asLong() - unseen);
    assertThat(known.path("directories")).isEqualTo(there.path("directories"));
  }

  @Test
  void aRefreshLooksWhereTheRecordsSaySoAndEverywhereWhenOneIsMissing() throws Exception {
    call("scan", "--store", "l", "/", "--no-placement", "--inventory", inventory);

    Files.writeString(data.resolve("d1/f1"), "more words");
    record("11CLOSE", fid(data.resolve("d1/f1")));
    Files.writeString(data.resolve("d1/two words"), "x");
    record("01CREAT", fid(data.resolve("d1/two words")) + named(data.resolve("d1/two words")));
    String gone = fid(data.resolve("d2/f2")) + named(data.resolve("d2/f2"));
    Files.delete(data.resolve("d2/f2"));
    record("06UNLNK", gone);
    Files.createDirectory(data.resolve("new"));
    record("02MKDIR", fid(data.resolve("new")) + named(data.resolve("new")));
    Files.move(data.resolve("d3"), data.resolve("new/d3"));
    record(
        "08RENME",
        "[0:0x0:0x0]"
            + named(data.resolve("new/d3"))
            + (" s=" + fid(data.resolve("new/d3")) + " sp=" + fid(data) + " d3"));
    Files.writeString(data.resolve("new/d3/f3"), "after the move");
    record("11CLOSE", fid(data.resolve("new/d3/f3")));
    Files.writeString(data.resolve("d4/unseen"), "x");

    Tool.Result refreshed = call("refresh", "--inventory", inventory);
    assertThat(refreshed.err()).isEmpty();
    holds(refreshed, 1);

    record("11CLOSE", fid(data.resolve("d0/f0")));
    last++;
    record("11CLOSE", fid(data.resolve("d0/f0")));
    Tool.Result walked = call("refresh", "--inventory", inventory);
    assertThat(walked.err())
        .isEqualTo(
            "everything is listed again: the changelog of testfs-MDT0000 is broken: record "
                + (last - 2)
                + " is followed by "
                + last
                + "\n");
    holds(walked, 0);
  }

  /** Here its placement cannot be known, and that is reported each time it is asked for. */
  @Test
  void aRecordOfALayoutHasItsFilePlacedAgainThoughItIsTheSame() throws Exception {
    String notice = "situ: Lustre's servers are not known";
    assertThat(call("scan", "--store", "l", "/", "--inventory", inventory).err())
        .startsWith(notice);
    assertThat(call("refresh", "--inventory", inventory).err()).isEmpty();

    record("12LYOUT", fid(data.resolve("d1/f1")));
    assertThat(call("refresh", "--inventory", inventory).err()).startsWith(notice);
  }
}
