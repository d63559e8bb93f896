// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.orangefs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.situ.storage.Attributes;
import io.situ.storage.Capability;
import io.situ.storage.Store;
import io.situ.storage.Store.RenameMode;
import io.situ.storage.StoreException;
import io.situ.storage.StorePath;
import io.situ.storage.WriteHandle;
import io.situ.storage.config.StoreConfig;
import io.situ.storage.diagnostics.LayoutAdvice;
import io.situ.storage.mount.Mount;
import io.situ.storage.mount.MountTable;
import io.situ.storage.registry.LayoutProgram;
import io.situ.storage.registry.StoreProvider;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.Set;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OrangeFsProviderTest {

  private static final String SOURCE = "tcp://127.0.0.11:3373/orangefs";

  @TempDir Path root;

  private Store open(String... keys) throws StoreException {
    Map<String, String> values = new HashMap<>(Map.of("root", root.toString()));
    for (int i = 0; i < keys.length; i += 2) {
      values.put(keys[i], keys[i + 1]);
    }
    return new OrangeFsProvider().open(new StoreConfig("s", values));
  }

  private static StorePath path(String text) {
    return StorePath.of(text);
  }

  private static Mount mount(String type, String source) {
    return new Mount(1, path("/mnt"), type, source, "rw");
  }

  @Test
  void theKeysOfItsProgramAreItsOwn() {
    OrangeFsProvider provider = new OrangeFsProvider();
    LayoutProgram program = provider.layoutProgram().orElseThrow();
    assertThat(provider.keys()).contains(program.key().orElseThrow());
    assertThat(provider.keys()).containsAll(program.variables().values());
  }

  @Test
  void isFoundAndFitsBothMounts() {
    assertThat(ServiceLoader.load(StoreProvider.class))
        .extracting(StoreProvider::driver)
        .contains("orangefs");
    OrangeFsProvider provider = new OrangeFsProvider();
    assertThat(provider.score(mount("pvfs2", SOURCE))).isEqualTo(10);
    assertThat(provider.score(mount("fuse", "pvfs2fuse#" + SOURCE))).isEqualTo(10);
    assertThat(provider.score(mount("fuse.pvfs2fuse", SOURCE))).isEqualTo(10);
    assertThat(provider.score(mount("fuse", "sshfs#host:"))).isZero();
    assertThat(provider.score(mount("ext4", "/dev/sda"))).isZero();
    assertThat(OrangeFsProvider.fileSystem("pvfs2fuse#" + SOURCE)).isEqualTo("orangefs");
  }

  /** The upper half of what {@code statfs} reports is another one for each mount. */
  @Test
  void aFileSystemIsTheSameByEachMount() {
    assertThat(OrangeFsStore.fileSystem(0x0000_0001_5a5c_5a5cL)).contains("orangefs:1516001884");
    assertThat(OrangeFsStore.fileSystem(0x0000_0002_5a5c_5a5cL)).contains("orangefs:1516001884");
    assertThat(OrangeFsStore.fileSystem(0x0000_0001_f000_0001L)).contains("orangefs:4026531841");
    assertThat(OrangeFsStore.fileSystem(0)).isEmpty();
  }

  /** Lines of {@code /proc/self/mountinfo} of a running OrangeFS. */
  @Test
  void recordedMountsAreServed() throws Exception {
    Path table =
        Files.writeString(
            root.resolve("mountinfo"),
            """
            1 0 8:1 / / rw - ext4 /dev/sda1 rw
            2 1 0:50 / /mnt/orange rw,relatime - pvfs2 tcp://127.0.1.1:3373/orangefs rw
            3 1 0:51 / /mnt/x rw,nosuid,nodev,relatime - fuse pvfs2fuse\043tcp://127.0.0.11:3373/orangefs rw,user_id=0,group_id=0,allow_other
            """);
    MountTable mounts = MountTable.of(table);
    Mount kernel = mounts.find(path("/mnt/orange/a")).orElseThrow();
    Mount fuse = mounts.find(path("/mnt/x/a")).orElseThrow();

    assertThat(new OrangeFsProvider().score(kernel)).isEqualTo(10);
    assertThat(OrangeFsProvider.isFuse(kernel)).isFalse();
    assertThat(OrangeFsProvider.fileSystem(kernel.source())).isEqualTo("orangefs");
    assertThat(new OrangeFsProvider().score(fuse)).isEqualTo(10);
    assertThat(OrangeFsProvider.isFuse(fuse)).isTrue();
    assertThat(OrangeFsProvider.fileSystem(fuse.source())).isEqualTo("orangefs");
  }

  @Test
  void whatIsMissingIsDeclared() throws Exception {
    try (Store store = open()) {
      assertThat(store.capabilities(StorePath.ROOT))
          .contains(Capability.ATOMIC_NO_REPLACE, Capability.ATOMIC_NO_REPLACE_DIRECTORY)
          .doesNotContain(
              Capability.APPEND,
              Capability.ATOMIC_RENAME,
              Capability.DISTINCT_VERSIONS,
              Capability.HARD_LINKS,
              Capability.PLACEMENT,
              Capability.STICKY_BIT,
              Capability.TIMES);
    }
    try (Store store = open("append", "single-writer")) {
      assertThat(store.can(Capability.APPEND, StorePath.ROOT)).isTrue();
    }
  }

  @Test
  void stickyBitsAndLongNamesAreRefusedInASentence() throws Exception {
    String name = "/" + "n".repeat(252);
    try (Store store = open()) {
      store.mkdir(path("/" + "n".repeat(251)), 0755);
      refused("251", () -> store.mkdir(path(name), 0755));
      refused("251", () -> store.create(path(name), WriteHandle.Options.EXCLUSIVE));
      refused("251", () -> store.createSymlink(path(name), "x"));
      store.mkdir(path("/d"), 0755);
      refused("251", () -> store.rename(path("/d"), path(name), RenameMode.REPLACE));
      refused("sticky bit", () -> store.mkdir(path("/t"), 01777));
      refused(
          "sticky bit",
          () -> store.setAttributes(path("/d"), Attributes.Change.NONE.withMode(01777)));
    }
    try (var left = Files.list(root)) {
      assertThat(left).hasSize(2);
    }
  }

  private interface Action {
    void run() throws Exception;
  }

  private static void refused(String words, Action call) {
    assertThatThrownBy(call::run).isInstanceOf(StoreException.class).hasMessageContaining(words);
  }

  @Test
  void newDirectoriesGetTheStripSize() throws Exception {
    try (Store plain = open()) {
      Assumptions.assumeTrue(
          plain.can(Capability.XATTRS, StorePath.ROOT), "no extended attributes in " + root);
    }
    try (Store store = open("strip.size", "134217728")) {
      store.mkdir(path("/d"), 0755);
      Map<String, byte[]> attributes = store.xattrs(path("/d"));
      assertThat(text(attributes, "user.pvfs2.dist_name")).isEqualTo("simple_stripe\0");
      assertThat(text(attributes, "user.pvfs2.dist_params")).isEqualTo("strip_size:134217728\0");
      assertThat(new OrangeFsProvider().repairs(store, path("/d"), "/mnt/d")).isEmpty();
    }
  }

  @Test
  void aDirectoryWithoutTheNulIsFoundWithItsRepair() throws Exception {
    try (Store plain = open()) {
      Assumptions.assumeTrue(
          plain.can(Capability.XATTRS, StorePath.ROOT), "no extended attributes in " + root);
      plain.mkdir(path("/d"), 0755);
      ByteBuffer value = ByteBuffer.wrap("simple_stripe".getBytes(StandardCharsets.US_ASCII));
      plain.setXattr(path("/d"), "user.pvfs2.dist_name", value, Store.XattrMode.SET);
      assertThat(new OrangeFsProvider().repairs(plain, path("/d"), "/mnt/my dir"))
          .singleElement()
          .satisfies(
              advice -> {
                assertThat(advice.reason())
                    .contains("/mnt/my dir", "user.pvfs2.dist_name there does not end with a NUL");
                assertThat(advice.commands())
                    .containsExactly(
                        "setfattr -n user.pvfs2.dist_name -v 0x73696d706c655f73747269706500"
                            + " '/mnt/my dir'");
              });
    }
  }

  private static String text(Map<String, byte[]> attributes, String name) {
    return new String(attributes.get(name), StandardCharsets.US_ASCII);
  }

  @Test
  void anotherFileSystemReportsNothing() throws Exception {
    Path conf = Files.write(root.resolve("fs.conf"), RecordedAnswers.lines("fs.conf"));
    try (Store store = open("server.config", conf.toString())) {
      try (WriteHandle handle = store.create(path("/f"), WriteHandle.Options.EXCLUSIVE)) {
        handle.write(ByteBuffer.allocate(100));
      }
      assertThat(store.can(Capability.PLACEMENT, StorePath.ROOT)).isTrue();
      assertThat(store.placement(store.stat(path("/f"), true), 0, 100)).isEmpty();
    }
  }

  @Test
  void senselessKeysAreRefused() {
    refused("fs.situ.store.s.x", () -> open("x", "y"));
    refused("a multiple of 64k", () -> open("strip.size", "100000"));
    refused("single-writer", () -> open("append", "yes"));
    refused("fs.situ.store.s.server.config", () -> open("server.config", "/no/such/file"));
    refused("only one of", () -> open("server.config", "/a", "viewdist", "/b"));
  }

  @Test
  void aConfigurationThatCannotBeReadIsNamedWithItsReason() throws Exception {
    Path rubbish = Files.write(root.resolve("rubbish"), new byte[] {(byte) 0xff, 0, (byte) 0xfe});
    Path empty = Files.createFile(root.resolve("empty"));
    Path directory = Files.createDirectory(root.resolve("directory"));
    for (Path file : List.of(rubbish, directory, root.resolve("none"))) {
      refused(
          "fs.situ.store.s.server.config (" + file + ") cannot be read: ",
          () -> open("server.config", file.toString()));
    }
    refused("has no <DataHandleRanges>", () -> open("server.config", empty.toString()));
    Path closed = Files.write(root.resolve("closed"), RecordedAnswers.lines("fs.conf"));
    Files.setPosixFilePermissions(closed, Set.of());
    Assumptions.assumeFalse(Files.isReadable(closed), "root reads every file");
    refused(closed + ") cannot be read: ", () -> open("server.config", closed.toString()));
  }

  @Test
  void adviceIsAStripPerSplit() {
    LayoutAdvice.Query question = new LayoutAdvice.Query("/mnt/d", 100_000_000, 5, 3);

    assertThat(new OrangeFsProvider().advise(question).commands())
        .containsExactly(
            "setfattr -n user.pvfs2.dist_name -v 0x73696d706c655f73747269706500 /mnt/d",
            "setfattr -n user.pvfs2.dist_params -v 0x"
                + HexFormat.of()
                    .formatHex("strip_size:100007936\0".getBytes(StandardCharsets.US_ASCII))
                + " /mnt/d");
  }
}
