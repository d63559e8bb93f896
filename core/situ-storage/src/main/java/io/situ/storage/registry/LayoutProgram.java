// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.registry;

import io.situ.storage.config.ConfigKey;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * A file system's own program that says where a file's bytes are.
 *
 * @param name as a shell finds it
 * @param key names the program where a shell does not find it; empty where there is no such key
 * @param variables the environment variables that the program takes, each with the key of its value
 */
public record LayoutProgram(
    String name, Optional<ConfigKey<Path>> key, Map<String, ConfigKey<Path>> variables) {

  /** Creates one. */
  public LayoutProgram {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(key, "key");
    variables = Map.copyOf(variables);
  }

  /** Creates one that no key is for. */
  public LayoutProgram(String name) {
    this(name, Optional.empty(), Map.of());
  }
}
