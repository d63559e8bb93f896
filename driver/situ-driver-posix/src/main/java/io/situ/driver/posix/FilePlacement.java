package io.situ.driver.posix;

import io.situ.storage.Extent;
import io.situ.storage.Replica;
import io.situ.storage.StoreException;
import io.situ.storage.StoreException.Kind;
import io.situ.storage.StoreObject;
import io.situ.storage.StorePath;
import io.situ.storage.mounted.Placement;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.Objects;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Placement from a {@link HostMap} in a file, which is read again within a second of a change. A
 * change that makes no sense is logged, and what the file said before goes on.
 */
final class FilePlacement implements Placement {

  private static final Logger LOG = LoggerFactory.getLogger(FilePlacement.class);
  private static final long LOOK_NANOS = 1_000_000_000L;

  /** What tells one state of the file from another; null stands for a file that is not there. */
  private record State(Object key, long modified, long size) {
    static State of(Path file) throws IOException {
      BasicFileAttributes now = Files.readAttributes(file, BasicFileAttributes.class);
      return new State(now.fileKey(), now.lastModifiedTime().toMillis(), now.size());
    }
  }

  private record Known(State state, HostMap map, long lookedAt) {}

  private final Path file;
  private volatile Known known;

  private FilePlacement(Path file, Known known) {
    this.file = file;
    this.known = known;
  }

  /**
   * @param key how the user calls the setting, for messages
   * @throws StoreException {@code INVALID_ARGUMENT} if the file is missing, unreadable or senseless
   */
  static FilePlacement open(Path file, String key) throws StoreException {
    try {
      return new FilePlacement(file, read(file, State.of(file)));
    } catch (NoSuchFileException e) {
      throw refuse(key + " names '" + file + "', which does not exist", e);
    } catch (IOException e) {
      throw refuse(key + " names '" + file + "', which cannot be read: " + e.getMessage(), e);
    } catch (IllegalArgumentException e) {
      throw refuse(key + " names '" + file + "', but its " + e.getMessage(), e);
    }
  }

  private static StoreException refuse(String sentence, Exception cause) {
    return new StoreException(Kind.INVALID_ARGUMENT, null, sentence, cause);
  }

  private static Known read(Path file, State state) throws IOException {
    byte[] bytes = Files.readAllBytes(file);
    String text = StorePath.decode(bytes, 0, bytes.length);
    return new Known(state, HostMap.parse(text.lines().toList()), System.nanoTime());
  }

  @Override
  public List<Extent> extents(StoreObject object, long offset, long length) {
    List<Replica> replicas = map().replicas(object.path());
    return replicas.isEmpty() ? List.of() : List.of(new Extent(offset, length, replicas));
  }

  private HostMap map() {
    Known now = known;
    if (System.nanoTime() - now.lookedAt < LOOK_NANOS) {
      return now.map;
    }
    synchronized (this) {
      if (known == now) {
        known = look(now);
      }
      return known.map;
    }
  }

  private Known look(Known old) {
    State state = null;
    try {
      state = State.of(file);
      if (!state.equals(old.state)) {
        return read(file, state);
      }
    } catch (IOException | IllegalArgumentException e) {
      if (!Objects.equals(state, old.state)) {
        LOG.warn("{} cannot be used, going on with what it said before: {}", file, e.toString());
      }
    }
    return new Known(state, old.map, System.nanoTime());
  }
}
