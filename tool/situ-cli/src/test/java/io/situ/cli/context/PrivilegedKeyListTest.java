// SPDX-License-Identifier: Apache-2.0
package io.situ.cli.context;

import static org.assertj.core.api.Assertions.assertThat;

import io.situ.hadoop.fs.config.SituKeys;
import io.situ.hdfs.HdfsKeys;
import io.situ.mapreduce.JobKeys;
import io.situ.storage.config.ConfigKey;
import io.situ.storage.registry.StoreRegistry;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Who adds a key decides here whether its value may come from a session of a shared service. */
class PrivilegedKeyListTest {

  /** Values that name programs, credentials, or what a program or credentials are used with. */
  private static final Set<String> PRIVILEGED =
      Set.of(
          "changelog.clear",
          "changelog.command",
          "conf",
          "credentials",
          "endpoint",
          "fs.situ.hdfs.secret.file",
          "keyring",
          "other.users",
          "placement.command",
          "profile",
          "session.keys.allowed",
          "user",
          "viewdist",
          "viewdist.table");

  /** Values with which a session can do no more than with the process's own rights on files. */
  private static final Set<String> ORDINARY =
      Set.of(
          "admin.mount",
          "append",
          "block.size",
          "bucket",
          "changelog.file",
          "changelog.mdts",
          "changelog.striped.directories",
          "driver",
          "fs",
          "fs.situ.hdfs.checksums",
          "fs.situ.hdfs.identities",
          "fs.situ.hdfs.link",
          "fs.situ.hdfs.port.offset",
          "fs.situ.hdfs.stores",
          "fs.situ.hdfs.write.policy",
          "heal.info",
          "heal.interval",
          "host",
          "hosts.file",
          "inventory",
          "map.interval",
          "map.job.interval",
          "marker",
          "mount",
          "object.size.max",
          "placement.file",
          "placement.timeout",
          "pool",
          "rack",
          "read",
          "read.ahead",
          "region",
          "replicas",
          "root",
          "scan",
          "server.config",
          "strip.size",
          "stripe.count",
          "stripe.size.max",
          "write.buffer");

  @Test
  void everyKeyIsInOneOfTheLists() {
    StoreRegistry finder = StoreRegistry.of(PrivilegedKeyListTest.class.getClassLoader());
    Set<ConfigKey<?>> keys = new LinkedHashSet<>(new KnownKeys(finder).ofStores());
    // The driver of tests, which the tool does not have.
    finder.providers().stream()
        .filter(provider -> provider.driver().equals("memory"))
        .forEach(provider -> keys.removeAll(provider.keys()));
    List<ConfigKey<?>> all =
        Stream.of(keys, SituKeys.OF_PROCESS, HdfsKeys.all()).flatMap(Collection::stream).toList();
    Set<String> privileged = new TreeSet<>();
    Set<String> ordinary = new TreeSet<>();
    all.forEach(key -> (key.privileged() ? privileged : ordinary).add(key.name()));

    assertThat(finder.providers()).hasSizeGreaterThanOrEqualTo(6);
    assertThat(privileged).containsExactlyInAnyOrderElementsOf(PRIVILEGED);
    assertThat(ordinary).containsExactlyInAnyOrderElementsOf(ORDINARY);
    assertThat(JobKeys.all()).noneMatch(ConfigKey::privileged);
  }
}
