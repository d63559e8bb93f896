// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.orangefs;

import static org.assertj.core.api.Assertions.assertThat;

import io.situ.storage.StorePath;
import io.situ.storage.config.HostMapping;
import io.situ.storage.config.StoreConfig;
import io.situ.storage.mount.Mount;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Lines of {@code hosts.file} that no server has, by what real servers reported. */
class UnmatchedHostsTest {

  private static final Mount KERNEL =
      new Mount(1, StorePath.of("/mnt"), "pvfs2", "tcp://127.0.0.11:3373/orangefs", "rw");
  private static final Mount FUSE =
      new Mount(1, StorePath.of("/mnt"), "fuse", "pvfs2fuse#tcp://127.0.0.11:3373/orangefs", "rw");

  @TempDir Path directory;

  private Optional<HostMapping.Unmatched> unmatched(
      Mount mount, String key, Path value, String hosts) throws Exception {
    Map<String, String> values = new HashMap<>();
    values.put("root", "/mnt");
    values.put("hosts.file", Files.writeString(directory.resolve("hosts"), hosts).toString());
    values.put(key, value.toString());
    return new OrangeFsProvider()
        .unmatchedHosts(
            new StoreConfig("s", values),
            mount,
            List.of(StorePath.of("/mnt/a"), StorePath.of("/mnt/b")));
  }

  private Path configuration() throws Exception {
    return Files.write(directory.resolve("fs.conf"), RecordedAnswers.lines("fs.conf"));
  }

  private Path viewdist(String script) throws Exception {
    Files.write(directory.resolve("answer"), RecordedAnswers.viewdist());
    Path program = Files.writeString(directory.resolve("viewdist"), "#!/bin/sh\n" + script + "\n");
    return Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwx------"));
  }

  private Path answering() throws Exception {
    return viewdist("cat '" + directory.resolve("answer") + "'");
  }

  @Test
  void aliasesAndAllFormsOfAddressesAreNamesOfServers() throws Exception {
    String hosts =
        "ofs1\tnode1\n127.0.0.12\tnode2\n127.0.0.13:3373\tnode3\ntcp://127.0.0.13:3373\tnode3\n";
    assertThat(unmatched(KERNEL, "server.config", configuration(), hosts)).isEmpty();
  }

  @Test
  void aNameThatNoServerHasIsReported() throws Exception {
    assertThat(
            unmatched(
                KERNEL,
                "server.config",
                configuration(),
                "OFS1\tnode1\nNode2\tnode2\n10.9.9.9\tx\n"))
        .hasValueSatisfying(
            found -> {
              assertThat(found.names()).containsExactly("10.9.9.9", "node2");
              assertThat(found.servers()).containsExactly("ofs1", "ofs2", "ofs3");
            });
  }

  @Test
  void anAliasIsNoNameForTheProgram() throws Exception {
    assertThat(unmatched(FUSE, "viewdist", answering(), "ofs1\tnode1\n127.0.0.12\tnode2\n"))
        .hasValueSatisfying(
            found -> {
              assertThat(found.names()).containsExactly("ofs1");
              assertThat(found.servers())
                  .containsExactly(
                      "tcp://127.0.0.11:3373", "tcp://127.0.0.12:3373", "tcp://127.0.0.13:3373");
            });
  }

  @Test
  void nothingIsSaidWhereServersCannotBeFoundOut() throws Exception {
    String hosts = "ofs1\tnode1\n";
    assertThat(unmatched(FUSE, "viewdist", viewdist("exit 3"), hosts)).isEmpty();
    assertThat(unmatched(FUSE, "viewdist", viewdist("echo rubbish"), hosts)).isEmpty();
    assertThat(unmatched(KERNEL, "server.config", directory.resolve("none"), hosts)).isEmpty();
    assertThat(unmatched(FUSE, "server.config", configuration(), hosts)).isEmpty();
  }
}
