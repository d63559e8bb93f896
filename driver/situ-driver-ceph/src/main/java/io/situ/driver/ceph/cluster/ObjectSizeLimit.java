// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.ceph.cluster;

import io.situ.storage.process.CommandResult;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.OptionalLong;
import java.util.regex.Pattern;

/**
 * The largest object that a cluster's OSDs take. Files may be laid out in larger ones, and writes
 * to them hang. Asked once. Thread-safe.
 */
public final class ObjectSizeLimit {

  /** What the configuration of all OSDs says, and what one of them was started with. */
  private static final List<String> QUESTIONS =
      List.of("config get osd osd_max_object_size", "config show osd.0 osd_max_object_size");

  private static final Pattern NUMBER = Pattern.compile("[0-9]{1,18}");

  private final CephProgram ceph;
  private OptionalLong known = OptionalLong.empty();

  /** Creates it for a cluster that is not asked yet. */
  public ObjectSizeLimit(CephClusterConfig cluster) {
    this(new CephProgram("ceph", cluster));
  }

  ObjectSizeLimit(CephProgram ceph) {
    this.ceph = ceph;
  }

  /**
   * Returns the limit in bytes.
   *
   * @throws IOException with one sentence, if it cannot be found out; the next call asks again
   */
  public synchronized long bytes() throws IOException {
    if (known.isEmpty()) {
      CommandResult result = ceph.ask(QUESTIONS);
      known =
          new String(result.output(), StandardCharsets.UTF_8)
              .lines()
              .map(line -> line.replace("\"", "").strip())
              .filter(line -> NUMBER.matcher(line).matches())
              .mapToLong(Long::parseLong)
              .min();
      if (known.isEmpty()) {
        throw new IOException(
            "Ceph does not answer 'ceph --id "
                + ceph.cluster().user()
                + " config get osd osd_max_object_size': "
                + result.reason());
      }
    }
    return known.getAsLong();
  }
}
