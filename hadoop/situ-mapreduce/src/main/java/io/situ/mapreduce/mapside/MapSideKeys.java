// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce.mapside;

import io.situ.storage.config.ConfigKey;
import io.situ.storage.config.ConfigType;

/** The configuration of the map side. */
public final class MapSideKeys {

  public static final ConfigKey<Boolean> MODE =
      ConfigKey.of(
              "situ.mapreduce.mapside",
              ConfigType.either("auto", "off"),
              "Whether map output is sorted by prefixes of keys and combined before the sort: auto for"
                  + " jobs whose result is shown to stay the same, or off.")
          .withDefault(true);

  private MapSideKeys() {}
}
