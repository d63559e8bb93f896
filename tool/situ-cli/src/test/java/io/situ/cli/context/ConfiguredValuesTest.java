// SPDX-License-Identifier: Apache-2.0
package io.situ.cli.context;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.situ.storage.Store;
import io.situ.storage.StoreException;
import io.situ.storage.StoreException.Kind;
import io.situ.storage.config.StoreConfig;
import io.situ.storage.registry.StoreRegistry;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Values of each driver's keys, as users write them for a store of a name. */
class ConfiguredValuesTest {

  private final StoreRegistry finder = StoreRegistry.of(getClass().getClassLoader());

  @TempDir private Path root;
  private Path hosts;

  @BeforeEach
  void writeFiles() throws Exception {
    hosts = Files.writeString(root.resolve("hosts"), "a\tb\n");
  }

  private void open(String driver, String... keysAndValues) throws StoreException {
    Map<String, String> values = new HashMap<>();
    values.put("driver", driver);
    if (!driver.equals("rgw")) {
      values.put("root", root.toString());
    }
    for (int i = 0; i < keysAndValues.length; i += 2) {
      values.put(keysAndValues[i], keysAndValues[i + 1]);
    }
    Store store = finder.open(new StoreConfig("s", values));
    store.close();
  }

  /** What was a value in version 0.1. */
  @ParameterizedTest
  @CsvSource({
    "posix, placement.timeout, 1",
    "posix, placement.timeout, ' 3600 '",
    "posix, placement.timeout, +7",
    "posix, placement.timeout, 0010",
    "posix, placement.command, '/bin/sh  -c true'",
    "posix, placement.command, ' '",
    "gluster, heal.info, auto",
    "gluster, heal.info, off",
    "gluster, heal.info, /no/such/file",
    "gluster, heal.interval, 1",
    "gluster, heal.interval, 86400",
    "gluster, read, mount",
    "gluster, read, brick",
    "ceph, map.interval, 999999",
    "ceph, map.job.interval, 1",
    "ceph, replicas, auto",
    "ceph, replicas, primary",
    "ceph, replicas, all",
    "ceph, object.size.max, 65536",
    "ceph, object.size.max, 64k",
    "ceph, object.size.max, 128M",
    "ceph, read, auto",
    "ceph, read, native",
    "ceph, read, mount",
    "ceph, scan, auto",
    "ceph, scan, mount",
    "ceph, mount, host",
    "lustre, stripe.size.max, 65536",
    "lustre, stripe.size.max, 4294901760",
    "lustre, stripe.size.max, 1G",
    "orangefs, append, refuse",
    "orangefs, append, single-writer",
    "orangefs, viewdist, pvfs2-viewdist",
  })
  void whatWasAValueIsOne(String driver, String key, String value) throws StoreException {
    open(driver, key, value);
    open(driver, key, value, "root", " " + root + "//");
  }

  @Test
  void valuesOfSeveralKeysGoTogether() throws StoreException {
    for (String count : new String[] {"-1", "1", "2000"}) {
      open("lustre", "stripe.size.max", "64m", "stripe.count", count);
    }
    String targets = "testfs-MDT0000, testfs-MDT0001";
    String striped = "changelog.striped.directories";
    open("lustre", "changelog.file", "/{mdt}", "changelog.mdts", targets, striped, "none");
    for (String driver : new String[] {"gluster", "ceph", "lustre", "orangefs"}) {
      open(driver, "hosts.file", hosts.toString());
    }
  }

  @ParameterizedTest
  @CsvSource({
    "posix, root, data, an absolute path without '..'",
    "posix, placement.timeout, 0, 'seconds or a duration such as 30s, from 1s to 1h'",
    "posix, placement.timeout, 3601, 'seconds or a duration such as 30s, from 1s to 1h'",
    "posix, placement.timeout, soon, 'seconds or a duration such as 30s, from 1s to 1h'",
    "gluster, heal.interval, 2d, 'seconds or a duration such as 30s, from 1s to 1d'",
    "gluster, heal.info, sometimes, 'auto, off or an absolute path'",
    "gluster, read, anywhere, brick or mount",
    "gluster, admin.mount, x, an absolute path without '..'",
    "ceph, map.interval, 0, 'seconds or a duration such as 30s, from 1s to 999999s'",
    "ceph, map.job.interval, -1, 'seconds or a duration such as 30s, from 1s to 999999s'",
    "ceph, replicas, none, 'auto, primary or all'",
    "ceph, object.size.max, 129m, 'a size such as 64m, from 64k to 128m'",
    "ceph, read, s3, 'auto, native or mount'",
    "ceph, scan, native, auto or mount",
    "ceph, mount, nowhere, host or none",
    "lustre, stripe.size.max, 4g, 'a size such as 64m, from 64k to 4194240k'",
    "lustre, stripe.count, 0, 'a number from 1 to 2000, or -1'",
    "lustre, stripe.count, 2001, 'a number from 1 to 2000, or -1'",
    "lustre, changelog.striped.directories, some, 'none: striped ones cannot be followed'",
    "lustre, changelog.mdts, MDT0, 'names such as testfs-MDT0000, separated by commas'",
    "orangefs, strip.size, 100000, 'a size such as 64m, a multiple of 64k'",
    "orangefs, append, yes, single-writer or refuse",
    "rgw, read, swift, rados or s3",
  })
  void aWrongValueIsNamedWithItsKeyAndWhatItMustBe(
      String driver, String key, String value, String allowed) {
    assertThatThrownBy(() -> open(driver, key, value))
        .isInstanceOfSatisfying(
            StoreException.class, e -> assertThat(e.kind()).isEqualTo(Kind.INVALID_ARGUMENT))
        .hasMessage("fs.situ.store.s." + key + " is '" + value + "'; it must be " + allowed);
  }

  @Test
  void aGatewayHasAnAddress() throws Exception {
    Path keys =
        Files.writeString(
            root.resolve("keys"), "[default]\naws_access_key_id=a\naws_secret_access_key=b\n");
    Files.setPosixFilePermissions(keys, PosixFilePermissions.fromString("rw-------"));
    String endpoint = "http://localhost:7480, ftp://x";

    assertThatThrownBy(
            () -> open("rgw", "endpoint", endpoint, "bucket", "b", "credentials", keys.toString()))
        .hasMessage(
            "fs.situ.store.s.endpoint is '"
                + endpoint
                + "'; it must be addresses such as http://localhost:7480, separated by commas");
  }

  @Test
  void aValueThatIsNeededAndMissingIsAskedFor() {
    assertThatThrownBy(() -> open("rgw"))
        .hasMessageStartingWith("set fs.situ.store.s.credentials: ");
  }
}
