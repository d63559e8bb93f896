// SPDX-License-Identifier: Apache-2.0
package io.situ.spark.distance;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectOutputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.spark.SparkContext;
import org.apache.spark.api.plugin.DriverPlugin;
import org.apache.spark.api.plugin.PluginContext;
import org.apache.spark.util.LongAccumulator;
import scala.Option;

/** Registers an accumulator for each distance and passes all of them to the executors. */
public final class DistanceDriverPlugin implements DriverPlugin {

  /** Spark itself refers to accumulators only weakly. */
  private final List<LongAccumulator> accumulators = new ArrayList<>();

  @Override
  public Map<String, String> init(SparkContext context, PluginContext plugin) {
    Map<String, String> serialized = new HashMap<>();
    for (ReadDistance distance : ReadDistance.values()) {
      LongAccumulator accumulator = new LongAccumulator();
      // Also of attempts that fail or are killed: they have read as well.
      accumulator.register(context, Option.apply(distance.accumulatorName()), true);
      accumulators.add(accumulator);
      serialized.put(distance.name(), serialize(accumulator));
    }
    return serialized;
  }

  private static String serialize(LongAccumulator accumulator) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
      out.writeObject(accumulator);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return Base64.getEncoder().encodeToString(bytes.toByteArray());
  }
}
