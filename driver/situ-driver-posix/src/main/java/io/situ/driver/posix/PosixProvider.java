// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.posix;

import io.situ.storage.Store;
import io.situ.storage.StoreException;
import io.situ.storage.config.ConfigKey;
import io.situ.storage.config.ConfigType;
import io.situ.storage.config.StoreConfig;
import io.situ.storage.diagnostics.LayoutAdvice;
import io.situ.storage.mount.Mount;
import io.situ.storage.mounted.MountedStore;
import io.situ.storage.mounted.Placement;
import io.situ.storage.registry.StoreProvider;
import java.nio.file.Path;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;

/**
 * Any mounted file system. POSIX does not say which hosts hold which bytes; where a site knows,
 * {@code placement.file} or {@code placement.command} reports.
 */
public final class PosixProvider implements StoreProvider {

  static final ConfigKey<Path> PLACEMENT_FILE =
      ConfigKey.of(
          "placement.file",
          ConfigType.path(),
          "A file that says which hosts hold what: lines of path or glob, hosts, rack and path on"
              + " the hosts, separated by tabs.");
  static final ConfigKey<List<String>> PLACEMENT_COMMAND =
      ConfigKey.of(
              "placement.command",
              ConfigType.command(),
              "A program, with arguments separated by blanks, that is started once and answers which"
                  + " hosts hold a range of a file.")
          .asPrivileged();
  static final ConfigKey<Duration> PLACEMENT_TIMEOUT =
      ConfigKey.of(
              "placement.timeout",
              ConfigType.duration(ChronoUnit.SECONDS, Duration.ofSeconds(1), Duration.ofHours(1)),
              "After how long a placement command that does not answer is killed.")
          .withDefault(Duration.ofSeconds(10));

  @Override
  public String driver() {
    return "posix";
  }

  @Override
  public int score(Mount mount) {
    return 1;
  }

  @Override
  public List<ConfigKey<?>> keys() {
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
    config.refuseBoth(PLACEMENT_FILE, PLACEMENT_COMMAND);
    Optional<Path> file = config.find(PLACEMENT_FILE);
    Optional<List<String>> command = config.find(PLACEMENT_COMMAND);
    Duration timeout = config.get(PLACEMENT_TIMEOUT);
    if (command.isPresent()) {
      return new CommandPlacement(command.get(), timeout, config.notices());
    }
    return file.isPresent()
        ? FilePlacement.open(file.get(), config.fullName(PLACEMENT_FILE))
        : Placement.NONE;
  }
}
