// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.posix;

import io.situ.storage.Extent;
import io.situ.storage.Replica;
import io.situ.storage.StoreException;
import io.situ.storage.StoreException.Kind;
import io.situ.storage.StoreObject;
import io.situ.storage.StorePath;
import io.situ.storage.mounted.Placement;
import io.situ.storage.util.CachedValue;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Placement from a {@link PlacementRules} in a file, which is read again within a second of a
 * change. A file that cannot be used costs placement and nothing else: it is logged, and what the
 * file said before, if it ever made sense, goes on.
 */
final class FilePlacement implements Placement {

  private static final Logger LOG = LoggerFactory.getLogger(FilePlacement.class);
  private static final Duration LOOK_INTERVAL = Duration.ofSeconds(1);

  /**
   * What distinguishes one state of the file from another; null stands for one that cannot be seen.
   */
  private record State(Object key, long modified, long size) {
    static State of(Path file) throws IOException {
      BasicFileAttributes now = Files.readAttributes(file, BasicFileAttributes.class);
      if (!now.isRegularFile()) {
        throw new IOException("it is not a file");
      }
      return new State(now.fileKey(), now.lastModifiedTime().toMillis(), now.size());
    }
  }

  /**
   * @param map empty if the file never made sense
   * @param problem what is wrong with the file as it is now; empty if it is well
   */
  private record Known(State state, Optional<PlacementRules> map, String problem) {}

  private final Path file;
  private final String key;
  private final CachedValue<Known> known;

  private FilePlacement(Path file, String key) {
    this.file = file;
    this.key = key;
    this.known =
        new CachedValue<>(new Known(null, Optional.empty(), ""), LOOK_INTERVAL, this::reload);
    known.get();
  }

  /**
   * @param key how the user calls the setting, for messages
   */
  static FilePlacement open(Path file, String key) {
    return new FilePlacement(file, key);
  }

  @Override
  public List<Extent> extents(StoreObject object, long offset, long length) throws StoreException {
    Known now = known.get();
    if (now.map.isEmpty()) {
      throw new StoreException(Kind.UNAVAILABLE, null, now.problem);
    }
    List<Replica> replicas = now.map.get().replicas(object.path());
    return replicas.isEmpty() ? List.of() : List.of(new Extent(offset, length, replicas));
  }

  private Known reload(Known old) {
    State state = null;
    try {
      state = State.of(file);
      if (state.equals(old.state)) {
        return new Known(state, old.map, old.problem);
      }
      byte[] bytes = Files.readAllBytes(file);
      String text = StorePath.decode(bytes);
      PlacementRules map = PlacementRules.parse(text.lines().toList());
      return new Known(state, Optional.of(map), "");
    } catch (IOException | IllegalArgumentException e) {
      String problem = problem(e);
      if (old.problem.isEmpty() || !Objects.equals(state, old.state)) {
        LOG.warn(
            "{}; going on {}",
            problem,
            old.map.isPresent() ? "with what it said before" : "without placement");
      }
      return new Known(state, old.map, problem);
    }
  }

  private String problem(Exception e) {
    String names = key + " names '" + file + "', ";
    if (e instanceof NoSuchFileException) {
      return names + "which does not exist";
    }
    if (e instanceof IllegalArgumentException) {
      return names + "but its " + e.getMessage();
    }
    String reason = e instanceof AccessDeniedException ? "permission denied" : e.getMessage();
    return names + "which cannot be read: " + reason;
  }
}
