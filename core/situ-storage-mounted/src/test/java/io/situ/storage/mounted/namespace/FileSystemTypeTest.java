// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.mounted.namespace;

import static org.assertj.core.api.Assertions.assertThat;

import io.situ.storage.Capability;
import java.util.List;
import org.junit.jupiter.api.Test;

final class FileSystemTypeTest {

  private static boolean can(String type, Capability capability) {
    return new FileSystemType(type).capabilities().contains(capability);
  }

  @Test
  void appendsAreDeclaredWhereAllHostsAppendsStay() {
    for (String type : List.of("ext4", "xfs", "tmpfs", "vfat", "ceph", "lustre", "gpfs")) {
      assertThat(can(type, Capability.APPEND)).as(type).isTrue();
    }
    assertThat(can("fuse.glusterfs", Capability.APPEND)).isTrue();
  }

  @Test
  void appendsAreNotDeclaredWhereAHostFindsTheEndItself() {
    for (String type : List.of("nfs", "nfs4", "cifs", "smb3", "beegfs", "9p", "never-heard-of")) {
      assertThat(can(type, Capability.APPEND)).as(type).isFalse();
      assertThat(can(type, Capability.TRUNCATE)).as(type).isTrue();
    }
  }

  @Test
  void timesOfWholeSecondsDoNotDistinguishVersions() {
    for (String type : List.of("pvfs2", "vfat", "ext3")) {
      assertThat(can(type, Capability.DISTINCT_VERSIONS)).as(type).isFalse();
    }
    for (String type : List.of("ext4", "lustre", "nfs4", "never-heard-of")) {
      assertThat(can(type, Capability.DISTINCT_VERSIONS)).as(type).isTrue();
    }
  }

  @Test
  void smbServersDecideByRulesThatModesDoNotShow() {
    assertThat(can("cifs", Capability.PERMISSIONS)).isFalse();
    assertThat(can("cifs", Capability.OWNERSHIP)).isFalse();
    assertThat(can("nfs", Capability.PERMISSIONS)).isTrue();
  }

  @Test
  void onlyTheKernelsClientOfOrangeFsFailsAtFreshLinks() {
    assertThat(new FileSystemType("pvfs2").failsAtFreshLinks()).isTrue();
    assertThat(new FileSystemType("ext4").failsAtFreshLinks()).isFalse();
    assertThat(new FileSystemType("fuse").failsAtFreshLinks()).isFalse();
  }
}
