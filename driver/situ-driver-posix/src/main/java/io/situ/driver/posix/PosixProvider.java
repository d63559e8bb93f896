// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.posix;

import io.situ.storage.Store;
import io.situ.storage.StoreException;
import io.situ.storage.StoreException.Kind;
import io.situ.storage.config.StoreConfig;
import io.situ.storage.diagnostics.LayoutAdvice;
import io.situ.storage.mount.Mount;
import io.situ.storage.mounted.MountedStore;
import io.situ.storage.mounted.Placement;
import io.situ.storage.registry.StoreProvider;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Any mounted file system. POSIX does not say which hosts hold which bytes; where a site knows,
 * {@code placement.file} or {@code placement.command} reports.
 */
public final class PosixProvider implements StoreProvider {

  static final StoreConfig.Key PLACEMENT_FILE =
      new StoreConfig.Key(
          "placement.file",
          Optional.empty(),
          "A file that says which hosts hold what: lines of path or glob, hosts, rack and path on"
              + " the hosts, separated by tabs.");
  static final StoreConfig.Key PLACEMENT_COMMAND =
      StoreConfig.Key.privileged(
          "placement.command",
          Optional.empty(),
          "A program, with arguments separated by blanks, that is started once and answers which"
              + " hosts hold a range of a file.");
  static final StoreConfig.Key PLACEMENT_TIMEOUT =
      new StoreConfig.Key(
          "placement.timeout",
          Optional.of("10"),
          "After how many seconds a placement command that does not answer is killed.");

  private static final int MAX_SECONDS = 3600;

  @Override
  public String driver() {
    return "posix";
  }

  @Override
  public int score(Mount mount) {
    return 1;
  }

  @Override
  public List<StoreConfig.Key> keys() {
    return List.of(StoreConfig.ROOT, PLACEMENT_FILE, PLACEMENT_COMMAND, PLACEMENT_TIMEOUT);
  }

  @Override
  public LayoutAdvice advise(LayoutAdvice.Query question) {
    return LayoutAdvice.nothing(
        "a mounted file system takes no instructions how to lay files out; if hosts hold them on disks of"
            + " their own, say which in a host map, placement.file");
  }

  @Override
  public Store open(StoreConfig config) throws StoreException {
    config.refuseUnknown(keys());
    return MountedStore.open(config, driver(), placement(config));
  }

  private static Placement placement(StoreConfig config) throws StoreException {
    Optional<String> file = config.get(PLACEMENT_FILE);
    Optional<String> command = config.get(PLACEMENT_COMMAND);
    Duration timeout = timeout(config);
    if (file.isPresent() && command.isPresent()) {
      throw refuse(
          "set only one of "
              + config.fullName(PLACEMENT_FILE.name())
              + " and "
              + config.fullName(PLACEMENT_COMMAND.name()));
    }
    if (command.isPresent()) {
      return new CommandPlacement(List.of(command.get().split("\\s+")), timeout, config.notices());
    }
    if (file.isEmpty()) {
      return Placement.NONE;
    }
    String key = config.fullName(PLACEMENT_FILE.name());
    try {
      return FilePlacement.open(Path.of(file.get()), key);
    } catch (InvalidPathException e) {
      throw refuse(key + " names '" + file.get() + "', which is not a path here");
    }
  }

  private static Duration timeout(StoreConfig config) throws StoreException {
    String value = config.require(PLACEMENT_TIMEOUT);
    try {
      int seconds = Integer.parseInt(value);
      if (seconds > 0 && seconds <= MAX_SECONDS) {
        return Duration.ofSeconds(seconds);
      }
    } catch (NumberFormatException e) {
      // Reported below, like a number that is out of range.
    }
    throw refuse(
        config.fullName(PLACEMENT_TIMEOUT.name())
            + " must be a number of seconds from 1 to "
            + MAX_SECONDS
            + ", not '"
            + value
            + "'");
  }

  private static StoreException refuse(String sentence) {
    return new StoreException(Kind.INVALID_ARGUMENT, null, sentence);
  }
}
