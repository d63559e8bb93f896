// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce.jobfile;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.apache.hadoop.conf.Configuration;

/**
 * Values of a client's configuration, which is that of the user's own job, as they were before a
 * submission put its own there. Not thread-safe.
 */
public final class ClientValues {

  private final Configuration client;
  private final Map<String, String> before = new HashMap<>();

  private ClientValues(Configuration client) {
    this.client = client;
  }

  /**
   * Takes note of values.
   *
   * @param keys whose values are put back; others stay as they are
   */
  public static ClientValues of(Configuration client, Collection<String> keys) {
    ClientValues values = new ClientValues(client);
    keys.forEach(key -> values.before.put(key, client.getRaw(key)));
    return values;
  }

  /** Puts back what has changed since; a key that had no value has none then. */
  public void restore() {
    before.forEach(
        (key, value) -> {
          if (value == null) {
            client.unset(key);
          } else if (!Objects.equals(value, client.getRaw(key))) {
            client.set(key, value);
          }
        });
  }
}
