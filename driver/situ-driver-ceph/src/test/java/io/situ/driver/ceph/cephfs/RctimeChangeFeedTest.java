// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.ceph.cephfs;

import static org.assertj.core.api.Assertions.assertThat;

import io.situ.storage.Store;
import io.situ.storage.StoreException;
import io.situ.storage.StoreException.Kind;
import io.situ.storage.StorePath;
import io.situ.storage.testkit.contract.DirectoryTimesContract;
import io.situ.storage.testkit.memory.MemoryStore;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The change feed on directories whose latest changes are those that the test sets. */
class RctimeChangeFeedTest extends DirectoryTimesContract {

  private MemoryStore files;
  private final Map<StorePath, Long> latest = new HashMap<>();

  @Override
  protected void open() {
    files = new MemoryStore();
  }

  @Override
  protected void mkdir(String path) throws StoreException {
    files.mkdir(StorePath.of(path), 0755);
  }

  @Override
  protected void changed(String path, long seconds) {
    latest.put(StorePath.of(path), seconds);
  }

  private byte[] xattr(StorePath path, String name) throws StoreException {
    Long seconds = latest.get(path);
    if (seconds == null) {
      throw new StoreException(Kind.NO_ATTRIBUTE, path, "it has no attribute " + name);
    }
    return (seconds + ".090000000").getBytes(StandardCharsets.US_ASCII);
  }

  @Override
  protected Store files() {
    return files;
  }

  @Override
  protected Store withFeed(Store listed) {
    return new CephStore(listed, this::xattr, Optional.empty());
  }

  @Override
  protected String cursor(long seconds) {
    return "rctime:" + seconds;
  }

  @Test
  void aDirectoryThatReportsNoLatestChangeIsNamedWithAllBelow() throws StoreException {
    changed("/", now);
    latest.remove(StorePath.of("/a"));
    assertThat(named(withFeed(files))).containsExactlyInAnyOrder(entries("/"), tree("/a"));
  }
}
