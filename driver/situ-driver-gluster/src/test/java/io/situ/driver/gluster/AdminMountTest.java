// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.gluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.situ.storage.StorePath;
import io.situ.storage.mount.Mount;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Directories that stand for mounts, with graphs of several volumes. */
final class AdminMountTest {

  @TempDir private Path directory;

  private Path admin;
  private Path users;

  @BeforeEach
  void make() throws IOException {
    admin = Files.createDirectory(directory.resolve("admin"));
    users = Files.createDirectory(directory.resolve("users"));
    MetaGraph.ofTwoSets(users).option("rep-client-0", "subdir-mount", "/sub");
  }

  private String fault() {
    return AdminMount.fault(FakeVolume.mount(admin), FakeVolume.mount(users)).orElse("");
  }

  @Test
  void theSameVolumeMayStandForAPartOfIt() throws IOException {
    MetaGraph.ofTwoSets(admin);
    assertThat(fault()).isEmpty();
  }

  @Test
  void bricksMayComeAndGoMeanwhile() throws IOException {
    new MetaGraph(admin)
        .brick("rep-client-3", "h4", "/b/4/rep")
        .brick("rep-client-4", "h5", "/b/5/rep");
    assertThat(fault()).isEmpty();
  }

  @Test
  void anotherVolumeIsNamed() throws IOException {
    new MetaGraph(admin).brick("other-client-0", "h1", "/b/1/other");
    assertThat(fault())
        .isEqualTo(
            "is a mount of the volume 'other' on h1, and the store's root is in the volume 'rep'"
                + " on h1, h2, h3, h4: mount the same volume there");
  }

  @Test
  void aPartOfTheVolumeIsNotEnough() throws IOException {
    MetaGraph.ofTwoSets(admin).option("rep-client-0", "subdir-mount", "/sub");
    assertThat(fault()).isEqualTo("shows '/sub' of its volume: mount all of the volume");
  }

  @Test
  void aMountThatReportsNothingIsNotRefused() {
    assertThat(fault()).isEmpty();
  }

  @Test
  void whatIsMountedAboveADirectoryIsNotMountedThere() throws IOException {
    Path link = Files.createSymbolicLink(directory.resolve("link"), admin);
    Mount mount = FakeVolume.mount(admin.toRealPath());
    assertThat(AdminMount.isMounted(mount, mount.point())).isTrue();
    assertThat(AdminMount.isMounted(mount, StorePath.of(link.toString()))).isTrue();
    assertThat(AdminMount.isMounted(mount, mount.point().child("below"))).isFalse();
    Mount plain = new Mount(1, mount.point(), "ext4", "/dev/sda1", "rw");
    assertThat(AdminMount.isMounted(plain, mount.point())).isFalse();
  }
}
