// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.mount;

import io.situ.storage.StorePath;
import io.situ.storage.util.CachedValue;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What is mounted on this host, as this process sees it.
 *
 * <p>The table follows the system: a look-up never uses one that is older than a second, and asks
 * again sooner where it meets an automounter's empty place. Reading costs microseconds and parsing
 * happens only when the text changed. Thread-safe.
 */
public final class MountTable {

  private static final Logger LOG = LoggerFactory.getLogger(MountTable.class);
  private static final Duration FRESH = Duration.ofSeconds(1);
  private static final Duration AUTOMOUNT_FRESH = Duration.ofMillis(20);
  private static final int READS = 5;
  private static final byte[] ELSEWHERE =
      "1 0 0:0 / / rw - unknown none rw\n".getBytes(StandardCharsets.US_ASCII);

  private record Snapshot(byte[] text, MountInfo mounts) {}

  /** A number that a state of the table does not have, as of a mount outside of a chroot. */
  private record Missing(int id, MountInfo mounts) {}

  private final Path file;
  private final CachedValue<Snapshot> snapshot;
  private volatile Missing missing = new Missing(0, null);

  private MountTable(Path file) {
    this.file = file;
    this.snapshot =
        new CachedValue<>(new Snapshot(ELSEWHERE, MountInfo.parse(ELSEWHERE)), FRESH, this::read);
    refresh();
  }

  /**
   * Returns the table of this host. Where there is none, everything lies on one mount of unknown
   * type.
   */
  public static MountTable ofSystem() {
    return new MountTable(Path.of("/proc/self/mountinfo"));
  }

  /** Returns the table that {@code mountinfo} holds, in the format of proc_pid_mountinfo(5). */
  public static MountTable of(Path mountinfo) {
    return new MountTable(mountinfo);
  }

  /**
   * Returns the mounts that can be reached, ordered by path. A mount hidden by another is left out.
   */
  public List<Mount> mounts() {
    return current().mounts();
  }

  /**
   * Returns the mount that {@code path} lies on, by its text: symbolic links are not followed and
   * nothing is touched. Empty only where this process's root directory is on no mount it can see.
   */
  public Optional<Mount> find(StorePath path) {
    Optional<Mount> mount = current().find(path);
    return mount.isPresent() && isAutomount(mount.get()) ? currentAutomounts().find(path) : mount;
  }

  /**
   * Returns the mount with a number of the kernel's, as statx(2) has it: the one that an open file
   * or directory lies on, whatever links led to it. The table is read again for a number that is
   * new. Empty where this process cannot see the mount.
   */
  public Optional<Mount> find(int id) {
    MountInfo now = current();
    Optional<Mount> mount = now.find(id);
    Missing known = missing;
    if (mount.isPresent() || (known.id == id && known.mounts == now)) {
      return mount;
    }
    refresh();
    now = current();
    mount = now.find(id);
    if (mount.isEmpty()) {
      missing = new Missing(id, now);
    }
    return mount;
  }

  /**
   * Returns the mount that a file or directory of this host lies on, symbolic links followed, which
   * touches it; by its text where it is not there or may not be looked at. Empty as for {@link
   * #find}.
   */
  public Optional<Mount> findReal(Path path) {
    Path real = path.toAbsolutePath();
    try {
      real = path.toRealPath();
    } catch (IOException e) {
      LOG.debug("no links of {} are followed", path, e);
    }
    return find(StorePath.of(real.toString()));
  }

  /** Returns whether another mount may come to its place merely by being looked at. */
  public static boolean isAutomount(Mount mount) {
    return mount.type().equals("autofs");
  }

  /** Returns the mounts there are now: the same object for as long as they do not change. */
  public MountInfo current() {
    return snapshot.get().mounts;
  }

  /**
   * As {@link #current}, asked for by a process that stands before an automounter's empty place.
   */
  public MountInfo currentAutomounts() {
    return snapshot.get(AUTOMOUNT_FRESH).mounts;
  }

  /** Reads the table now. What cannot be read leaves it as it is. */
  public void refresh() {
    snapshot.refresh();
  }

  private Snapshot read(Snapshot old) {
    byte[] text = read(old.text);
    return Arrays.equals(text, old.text) ? old : new Snapshot(text, MountInfo.parse(text));
  }

  /** The kernel gives the table in pages: one that changes meanwhile is read again. */
  private byte[] read(byte[] before) {
    byte[] text = before;
    try {
      for (int i = 0; i < READS; i++) {
        byte[] again = Files.readAllBytes(file);
        if (Arrays.equals(again, text)) {
          return text;
        }
        text = again;
      }
    } catch (NoSuchFileException e) {
      LOG.debug("no {} here", file);
    } catch (IOException e) {
      LOG.warn("cannot read {}, going on with what it said before", file, e);
    }
    return text;
  }
}
