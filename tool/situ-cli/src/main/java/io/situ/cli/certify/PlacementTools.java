// SPDX-License-Identifier: Apache-2.0
package io.situ.cli.certify;

import io.situ.storage.config.StoreConfig;
import io.situ.storage.mount.Mount;
import java.nio.file.Path;
import java.time.Duration;
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

  /** Returns the tool of the file system that a store is on; empty where none is known or there. */
  public Optional<PlacementTool> find(Subject subject) {
    StoreConfig config = subject.config();
    return switch (subject.provider().driver()) {
      case "lustre" ->
          Programs.find("lfs", path)
              .map(program -> new LfsTool(program, fileSystem(subject), timeout));
      case "orangefs" ->
          Programs.find("pvfs2-viewdist", path)
              .or(() -> config.text("viewdist").map(Path::of))
              .map(program -> new ViewdistTool(program, config.text("viewdist.table"), timeout));
      case "gluster" ->
          Programs.find("getfattr", path).map(program -> new PathInfoTool(program, timeout));
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
    return switch (subject.provider().driver()) {
      case "lustre" -> "no 'lfs' is on PATH";
      case "orangefs" -> "no 'pvfs2-viewdist' is on PATH, and the key viewdist is not set";
      case "gluster" -> "no 'getfattr' is on PATH";
      default -> "no tool of this file system says which hosts hold a file's bytes";
    };
  }
}
