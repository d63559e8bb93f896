// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.mounted.nativelib;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The directory into which JNA puts its native library, chosen before JNA is loaded: where its own
 * choice is on a file system that is mounted {@code noexec}, another one is taken.
 */
public final class JnaDirectory {

  private static final Logger LOG = LoggerFactory.getLogger(JnaDirectory.class);
  private static final String PROPERTY = "jna.tmpdir";

  private static final class Choice {
    static final Optional<String> FAULT = choose();
  }

  private JnaDirectory() {}

  /**
   * Makes the choice, once, unless {@code jna.tmpdir} is set.
   *
   * @throws LinkageError if that names a directory that JNA cannot use: it would print a trace
   */
  public static void prepare() {
    if (Choice.FAULT.isPresent()) {
      throw new UnsatisfiedLinkError(Choice.FAULT.get());
    }
  }

  /** Returns what is wrong with the directory that is set; empty if nothing is. */
  private static Optional<String> choose() {
    String set = System.getProperty(PROPERTY);
    if (set != null) {
      return runsPrograms(Path.of(set))
          ? Optional.empty()
          : Optional.of(PROPERTY + " is '" + set + "', where no file can be made that may be run");
    }
    Path home = Path.of(System.getProperty("user.home"));
    Path temporary = Path.of(System.getProperty("java.io.tmpdir"));
    List<Path> all = candidates(System.getenv(), home, temporary);
    if (!runsPrograms(all.get(0))) {
      all.stream()
          .skip(1)
          .filter(JnaDirectory::runsPrograms)
          .findFirst()
          .ifPresent(path -> System.setProperty(PROPERTY, path.toString()));
    }
    return Optional.empty();
  }

  /** JNA's own choice first. */
  static List<Path> candidates(Map<String, String> environment, Path home, Path temporary) {
    List<Path> all = new ArrayList<>();
    all.add(in(environment, "XDG_CACHE_HOME").orElse(home.resolve(".cache")).resolve("JNA/temp"));
    all.add(temporary);
    in(environment, "XDG_RUNTIME_DIR").ifPresent(all::add);
    in(environment, "SITU_STATE_DIR").ifPresent(all::add);
    all.add(in(environment, "XDG_STATE_HOME").orElse(home.resolve(".local/state")).resolve("situ"));
    return all;
  }

  private static Optional<Path> in(Map<String, String> environment, String name) {
    return Optional.ofNullable(environment.get(name))
        .filter(text -> text.startsWith("/"))
        .map(Path::of);
  }

  /** Whether a directory takes files and programs may be run from it; it is made if need be. */
  static boolean runsPrograms(Path directory) {
    Path probe = null;
    try {
      Files.createDirectories(directory);
      probe =
          Files.createTempFile(
              directory,
              "situ",
              ".x",
              PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
      return Files.isExecutable(probe);
    } catch (IOException | RuntimeException e) {
      LOG.debug("{} takes no programs", directory, e);
      return false;
    } finally {
      delete(probe);
    }
  }

  private static void delete(Path probe) {
    try {
      if (probe != null) {
        Files.delete(probe);
      }
    } catch (IOException e) {
      LOG.debug("{} stays", probe, e);
    }
  }
}
