// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce.reduceside;

import io.situ.storage.config.ConfigKey;
import io.situ.storage.config.ConfigType;

/** The configuration of the reduce side. */
public final class ReduceSideKeys {

  public static final ConfigKey<Boolean> MODE =
      ConfigKey.of(
              "situ.mapreduce.reduceside",
              ConfigType.either("auto", "off"),
              "Whether reduces read fetched map output from memory, where Hadoop writes it to disk"
                  + " first: auto for jobs on YARN whose reducer is shown to keep nothing, or off.")
          .withDefault(true);

  private ReduceSideKeys() {}
}
