// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.lustre;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.situ.storage.Attributes;
import io.situ.storage.Capability;
import io.situ.storage.ChangeFeed;
import io.situ.storage.Store;
import io.situ.storage.StoreException;
import io.situ.storage.StoreException.Kind;
import io.situ.storage.StoreObject;
import io.situ.storage.StorePath;
import io.situ.storage.config.StoreConfig;
import io.situ.storage.mount.Mount;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ChangelogConfigTest {

  @TempDir Path directory;

  private StoreConfig config(String... keys) {
    Map<String, String> values = new HashMap<>(Map.of("root", directory.toString()));
    for (int i = 0; i < keys.length; i += 2) {
      values.put(keys[i], keys[i + 1]);
    }
    return new StoreConfig("s", values);
  }

  private void refused(String words, String... keys) {
    assertThatThrownBy(() -> new LustreProvider().open(config(keys)).close())
        .isInstanceOfSatisfying(
            StoreException.class, e -> assertThat(e.kind()).isEqualTo(Kind.INVALID_ARGUMENT))
        .hasMessageContaining(words);
  }

  @Test
  void senselessKeysAreRefusedInASentence() {
    String mdt = "testfs-MDT0000";
    refused("only one of", "changelog.file", "/a", "changelog.command", "b");
    refused("changelog.clear needs", "changelog.file", "/a", "changelog.clear", "b");
    refused("changelog.clear needs", "changelog.clear", "b");
    refused("changelog.mdts needs", "changelog.mdts", mdt);
    refused("set fs.situ.store.s.changelog.mdts", "changelog.file", "/a");
    refused("is 'MDT0'", "changelog.file", "/a", "changelog.mdts", "MDT0");
    refused("names such as", "changelog.file", "/a", "changelog.mdts", ",,");
    refused("is '../x-MDT0000'", "changelog.file", "/a", "changelog.mdts", "../x-MDT0000");
    String two = mdt + ", testfs-MDT0001";
    String striped = "changelog.striped.directories";
    refused(striped + "=none", "changelog.file", "/{mdt}", "changelog.mdts", two);
    refused("{mdt}", "changelog.file", "/a", "changelog.mdts", two, striped, "none");
    refused("must be none", "changelog.file", "/a", "changelog.mdts", mdt, striped, "some");
    refused(striped + " needs", striped, "none");
    refused("must be a path", "changelog.file", "/a\0b", "changelog.mdts", mdt);
  }

  @Test
  void aStoreHasAFeedIfTheSiteExportsAChangelog() throws Exception {
    try (Store store = new LustreProvider().open(config())) {
      assertThat(store.can(Capability.CHANGE_FEED, StorePath.ROOT)).isFalse();
    }
    try (Store store =
        new LustreProvider()
            .open(config("changelog.file", "/a", "changelog.mdts", "testfs-MDT0000"))) {
      assertThat(store.can(Capability.CHANGE_FEED, StorePath.ROOT)).isTrue();
      Files.createFile(directory.resolve("f"));
      assertThatThrownBy(() -> store.changes(StorePath.of("/f"), ""))
          .hasMessageContaining("not a directory");
      assertThatThrownBy(() -> store.changes(StorePath.of("/no"), ""))
          .isInstanceOf(StoreException.class);
    }
  }

  private static Mount mount(String options) {
    return new Mount(1, StorePath.of("/mnt"), "lustre", "10.0.0.1@tcp:/testfs/sub", options);
  }

  @Test
  void theMetadataTargetsAreThoseThatTheClientIsConnectedTo() throws Exception {
    for (String each : new String[] {"testfs-MDT0000", "testfs-MDT000a", "otherfs-MDT0001"}) {
      Files.createDirectory(directory.resolve(each + "-mdc-ff11000127608800"));
    }
    StoreConfig config =
        config("changelog.command", "/no/such/program", "changelog.striped.directories", "none");
    StoreObject top =
        new StoreObject(
            StorePath.ROOT,
            StoreObject.Kind.DIRECTORY,
            0,
            new Attributes("u", "g", 0755, 0, 0),
            new StoreObject.Version(77, 1));
    try (ChangeFeed feed =
        ChangelogConfig.open(config, mount("rw,flock"), directory).changes(top, "")) {
      assertThat(feed.next()).isNull();
      assertThat(feed.cursor()).isEqualTo("changelog:77,testfs-MDT0000=none,testfs-MDT000a=none");
    }
  }

  @Test
  void inodeNumbersOf32BitsAreRefused() {
    StoreConfig config = config("changelog.file", "/a", "changelog.mdts", "testfs-MDT0000");
    assertThatThrownBy(() -> ChangelogConfig.open(config, mount("rw,32bitapi,flock"), directory))
        .hasMessageContaining("mount /mnt without it");
  }
}
