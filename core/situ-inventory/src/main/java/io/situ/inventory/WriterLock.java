// SPDX-License-Identifier: Apache-2.0
package io.situ.inventory;

import io.situ.inventory.manifest.InventoryException;
import io.situ.storage.StorePath;
import io.situ.storage.local.LockedFile;
import io.situ.storage.mount.FileLockSupport;
import io.situ.storage.mount.Mount;
import io.situ.storage.mount.MountTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;

/**
 * The right to write to an inventory: one holder at a time on all hosts, given back when the
 * process dies. Where a lock would keep out none but this host's processes it is refused.
 */
public final class WriterLock implements AutoCloseable {

  /** What the system says of a full disk, and of a user's full share of it. */
  private static final Pattern FULL = Pattern.compile("No space left|quota exceeded");

  private final InventoryPaths layout;
  private final LockedFile file;

  private WriterLock(InventoryPaths layout, LockedFile file) {
    this.layout = layout;
    this.file = file;
  }

  /**
   * Takes the right, making the directory if need be.
   *
   * @throws InventoryException {@code BUSY} if another has it; {@code NOT_WRITABLE}
   */
  public static WriterLock acquire(InventoryPaths layout) throws InventoryException {
    return acquire(layout, path -> MountTable.ofSystem().find(path));
  }

  /**
   * As {@link #acquire(InventoryPaths)}.
   *
   * @param mounts says which mount a path without links lies on
   */
  static WriterLock acquire(InventoryPaths layout, Function<StorePath, Optional<Mount>> mounts)
      throws InventoryException {
    Path directory = layout.directory();
    try {
      requireLocks(directory, mounts);
      Files.createDirectories(directory);
      LockedFile file = LockedFile.tryLock(layout.lock()).orElseThrow(() -> busy(directory));
      return new WriterLock(layout, file);
    } catch (InventoryException e) {
      throw e;
    } catch (IOException e) {
      throw notWritable(directory, e);
    }
  }

  /** Judged by what is there already, so that a refusal leaves no directory behind. */
  private static void requireLocks(Path directory, Function<StorePath, Optional<Mount>> mounts)
      throws IOException {
    Path there = directory.toAbsolutePath().normalize();
    while (Files.notExists(there) && there.getParent() != null) {
      there = there.getParent();
    }
    String real = there.toRealPath().toString();
    Optional<String> fault = mounts.apply(StorePath.of(real)).flatMap(FileLockSupport::fault);
    if (fault.isPresent()) {
      throw new InventoryException(
          InventoryException.Kind.NOT_WRITABLE,
          "cannot write the inventory '"
              + directory
              + "' where two hosts could do so at once: "
              + fault.get()
              + ", or choose a directory on another file system");
    }
  }

  public static InventoryException notWritable(Path directory, IOException cause) {
    String why = InventoryException.reason(cause);
    boolean full = FULL.matcher(why).find();
    return new InventoryException(
        full ? InventoryException.Kind.NO_ROOM : InventoryException.Kind.NOT_WRITABLE,
        "cannot write the inventory '"
            + directory
            + "': "
            + why
            + "; make room or choose another directory",
        cause);
  }

  private static InventoryException busy(Path directory) {
    return new InventoryException(
        InventoryException.Kind.BUSY,
        "another scan is writing to the inventory '"
            + directory
            + "'; wait for it or choose another directory");
  }

  /**
   * Refuses to go on where the right was lost: a file system on the network gives the lock of a
   * client that it does not hear of to another.
   *
   * @throws InventoryException {@code BUSY}
   */
  void requireHeld() throws InventoryException {
    if (!file.isHeld()) {
      throw new InventoryException(
          InventoryException.Kind.BUSY,
          "the lock on the inventory '"
              + layout.directory()
              + "' was lost while the scan ran, and another scan may be writing to it; nothing was"
              + " published; scan again");
    }
  }

  /** Where the right holds. */
  public InventoryPaths layout() {
    return layout;
  }

  @Override
  public void close() {
    try {
      file.close();
    } catch (IOException e) {
      // The lock is given back with the descriptor, which is gone either way.
      return;
    }
  }
}
