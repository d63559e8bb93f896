// SPDX-License-Identifier: Apache-2.0
package io.situ.cli.certify;

import io.situ.storage.StoreException;
import io.situ.storage.config.ConfigKey;
import io.situ.storage.config.StoreConfig;
import io.situ.storage.mount.Mount;
import io.situ.storage.registry.LayoutProgram;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The tools of file systems that say where a file's bytes are.
 *
 * @param path where programs are looked for, as the value of {@code PATH}
 * @param timeout of one call
 */
public record PlacementTools(String path, Duration timeout) {

  private static final Duration TIMEOUT = Duration.ofSeconds(30);

  /** Those that a shell of this process would find. */
  public static PlacementTools ofSystem() {
    return new PlacementTools(Optional.ofNullable(System.getenv("PATH")).orElse(""), TIMEOUT);
  }

  /**
   * Returns the tool of the file system that a store is on; empty where none is known or there.
   *
   * @throws StoreException {@code INVALID_ARGUMENT} for a senseless key, naming it
   */
  public Optional<PlacementTool> find(Subject subject) throws StoreException {
    Optional<LayoutProgram> known = subject.provider().layoutProgram();
    if (known.isEmpty()) {
      return Optional.empty();
    }
    LayoutProgram program = known.get();
    StoreConfig config = subject.config();
    Optional<Path> file = Programs.find(program.name(), path);
    if (file.isEmpty() && program.key().isPresent()) {
      file = config.find(program.key().get());
    }
    Map<String, String> variables = new HashMap<>();
    for (Map.Entry<String, ConfigKey<Path>> each : program.variables().entrySet()) {
      config
          .find(each.getValue())
          .ifPresent(value -> variables.put(each.getKey(), value.toString()));
    }
    return file.flatMap(found -> tool(program.name(), found, variables, subject));
  }

  /** Empty for a program whose answers this version does not read. */
  private Optional<PlacementTool> tool(
      String name, Path file, Map<String, String> variables, Subject subject) {
    return switch (name) {
      case LfsTool.PROGRAM -> Optional.of(new LfsTool(file, fileSystem(subject), timeout));
      case ViewdistTool.PROGRAM -> Optional.of(new ViewdistTool(file, variables, timeout));
      case PathInfoTool.PROGRAM -> Optional.of(new PathInfoTool(file, timeout));
      default -> Optional.empty();
    };
  }

  /** The name in {@code NID:/NAME[/DIRECTORY]}, which is what is mounted. */
  private static String fileSystem(Subject subject) {
    String source = subject.mount().map(Mount::source).orElse("");
    return source.replaceFirst(".*:/", "").replaceFirst("/.*", "");
  }

  /** Says why there is no tool. */
  static String absence(Subject subject) {
    Optional<LayoutProgram> program = subject.provider().layoutProgram();
    if (program.isEmpty()) {
      return "no tool of this file system says which hosts hold a file's bytes";
    }
    return "no '"
        + program.get().name()
        + "' is on PATH"
        + program.get().key().map(key -> ", and the key " + key.name() + " is not set").orElse("");
  }
}
