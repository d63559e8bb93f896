// SPDX-License-Identifier: Apache-2.0
package io.situ.cli.run;

import io.situ.cli.context.StoreLocation;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What is to be run.
 *
 * @param name how the report calls it
 * @param known the job the tool knows, if it is one
 * @param jar the job jar
 * @param args what its main class gets; for a jar without {@code Main-Class} the class first
 * @param inputs which of {@code args} are known to be inputs that are there, and where those are
 * @param settings configuration that it must have
 * @param defaults configuration that suits it
 */
public record JobCall(
    String name,
    Optional<BuiltInJob> known,
    Path jar,
    List<String> args,
    Map<Integer, StoreLocation> inputs,
    Map<String, String> settings,
    Map<String, String> defaults) {
  public JobCall {
    args = List.copyOf(args);
    inputs = Map.copyOf(inputs);
    settings = Map.copyOf(settings);
    defaults = Map.copyOf(defaults);
  }

  JobCall withArgs(List<String> other) {
    return new JobCall(name, known, jar, other, inputs, settings, defaults);
  }
}
