// SPDX-License-Identifier: Apache-2.0
package io.situ.hadoop.fs.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.situ.storage.config.StoreConfig;
import io.situ.storage.testkit.lab.JavaCommand;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("hadoop-3.4-long")
class PrivilegedKeysTest {

  private static final String COMMAND = "fs.situ.store.s.placement.command";

  @TempDir private Path scratch;

  private static PrivilegedKeys rule(boolean singleUser, String... site) {
    Configuration files = new Configuration(false);
    for (int i = 0; i < site.length; i += 2) {
      files.set(site[i], site[i + 1]);
    }
    return new PrivilegedKeys(
        StoreCache.shared().finder().providers(), singleUser, new SiteFiles(files));
  }

  private static StoreConfig store(String key, String value) {
    return new StoreConfig("s", Map.of("root", "/data", key, value));
  }

  @Test
  void aProgramOfASessionIsRefused() {
    assertThatThrownBy(() -> rule(false).check(store("placement.command", "/bin/x")))
        .hasMessageStartingWith(COMMAND + " is not taken from a session")
        .hasMessageContaining("core-site.xml")
        .hasMessageContaining("fs.situ.session.keys.allowed")
        .hasMessageContaining("-Dsitu.single.user=true");
    assertThatThrownBy(
            () -> rule(false, COMMAND, "/bin/y").check(store("placement.command", "/bin/x")))
        .hasMessageStartingWith(COMMAND);
    assertThatThrownBy(
            () ->
                rule(false, "fs.situ.session.keys.allowed", "viewdist, keyring")
                    .check(store("placement.command", "/bin/x")))
        .hasMessageStartingWith(COMMAND);
  }

  @Test
  void whatTheSiteSaysOrAllowsIsTaken() {
    StoreConfig config = store("placement.command", "/bin/x");

    assertThatCode(() -> rule(false, COMMAND, " /bin/x ").check(config)).doesNotThrowAnyException();
    assertThatCode(
            () ->
                rule(false, "fs.situ.session.keys.allowed", "viewdist, placement.command")
                    .check(config))
        .doesNotThrowAnyException();
    assertThatCode(() -> rule(false, "fs.situ.session.keys.allowed", "all").check(config))
        .doesNotThrowAnyException();
    assertThatCode(() -> rule(true).check(config)).doesNotThrowAnyException();
    assertThatCode(() -> rule(false).check(store("placement.file", "/x")))
        .doesNotThrowAnyException();
  }

  @Test
  void otherKeysOfASessionAreRefusedUnlessTheSiteSaysTheSame() {
    Configuration session = new Configuration(false);
    session.set("a.dir", "/x");

    assertThatThrownBy(() -> rule(false).checkKeys(session, List.of("a.dir")))
        .hasMessageStartingWith("a.dir is not taken from a session");
    assertThatThrownBy(() -> rule(false, "a.dir", "/y").checkKeys(session, List.of("a.dir")))
        .hasMessageStartingWith("a.dir is not taken from a session");
    assertThatCode(
            () -> {
              rule(false, "a.dir", " /x").checkKeys(session, List.of("a.dir"));
              rule(false, "fs.situ.session.keys.allowed", "a.dir")
                  .checkKeys(session, List.of("a.dir"));
              rule(false).checkKeys(session, List.of("b.dir"));
              rule(true).checkKeys(session, List.of("a.dir"));
            })
        .doesNotThrowAnyException();
  }

  @Test
  void aConfigurationReportsWhetherItHasAny() {
    Configuration conf = new Configuration(false);
    conf.set("fs.situ.store.s.root", "/data");
    assertThat(PrivilegedKeys.areSet(conf)).isFalse();
    conf.set(COMMAND, "/bin/x");
    assertThat(PrivilegedKeys.areSet(conf)).isTrue();
  }

  /** A session's configuration can say that it is the site's, and can set system properties. */
  @Test
  void aServiceStartsNoProgramOfASession() throws Exception {
    Path made = scratch.resolve("made");

    assertThat(service(made)).isNotZero();
    assertThat(made).doesNotExist();
    assertThat(service(made, ProcessRole.SINGLE_USER_OPTION)).isZero();
    assertThat(made).exists();
  }

  private int service(Path made, String... options) throws Exception {
    Path data = Files.createDirectories(scratch.resolve("data"));
    Files.writeString(data.resolve("file"), "bytes");
    List<String> argv = JavaCommand.of(Service.class).with(options).call(data, made);
    return new ProcessBuilder(argv).inheritIO().start().waitFor();
  }

  /** Asks where a file lies, with the configuration of a session. */
  static final class Service {

    private Service() {}

    public static void main(String[] args) throws IOException {
      System.setProperty("situ.single.user", "true");
      System.setProperty("sun.java.command", "org.apache.hadoop.fs.FsShell");
      Configuration conf = new Configuration();
      conf.set("fs.situ.store.s.root", args[0]);
      conf.set(COMMAND, "/usr/bin/touch " + args[1], "core-site.xml");
      conf.set("fs.situ.session.keys.allowed", "all", "core-site.xml");
      try (FileSystem fs = FileSystem.newInstance(URI.create("situ://s/"), conf)) {
        FileStatus status = fs.getFileStatus(new org.apache.hadoop.fs.Path("/file"));
        fs.getFileBlockLocations(status, 0, status.getLen());
      }
    }
  }
}
