// SPDX-License-Identifier: Apache-2.0
package io.situ.inventory;

import io.situ.inventory.manifest.InventoryException;
import io.situ.storage.local.LocalDirectories;
import io.situ.storage.local.OpenDirectory;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What lies where in an inventory's directory. */
public record InventoryPaths(Path directory) {

  public static final String MANIFEST = "_manifest.json";

  private static final Pattern SNAPSHOT = Pattern.compile("snapshot-(\\d{6,18})");
  private static final Pattern POINTER = Pattern.compile("snapshot-(\\d{6,18})\n");

  Path snapshot(long id) {
    return directory.resolve(String.format("snapshot-%06d", id));
  }

  Path manifest(long id) {
    return snapshot(id).resolve(MANIFEST);
  }

  /**
   * Returns where a snapshot is put together, out of sight: another place each time, so that a
   * writer that lost its right has none in common with the one that has it.
   */
  public Path newBuilding(long id) {
    return directory.resolve(String.format(".building-%06d-%s", id, UUID.randomUUID()));
  }

  Path lock() {
    return directory.resolve(".lock");
  }

  private Path pointer() {
    return directory.resolve("CURRENT");
  }

  /**
   * The current snapshot; empty if none was ever published.
   *
   * @throws InventoryException {@code DAMAGED} if the pointer is not what was written; {@code
   *     MISSING} if nothing else here is an inventory's either; {@code NOT_READABLE}
   */
  public OptionalLong current() throws InventoryException {
    String text;
    try {
      text = new String(Files.readAllBytes(pointer()), StandardCharsets.ISO_8859_1);
    } catch (NoSuchFileException e) {
      return OptionalLong.empty();
    } catch (IOException e) {
      throw InventoryException.unreadable(pointer(), e);
    }
    Matcher matcher = POINTER.matcher(text);
    if (!matcher.matches() && !hasOwnFiles()) {
      throw foreign(InventoryException.Kind.MISSING);
    }
    if (!matcher.matches()) {
      throw InventoryException.damaged(pointer(), "does not name a snapshot", null);
    }
    return OptionalLong.of(Long.parseLong(matcher.group(1)));
  }

  /** Whether there is a pointer to a snapshot, readable or not. */
  public boolean hasPointer() {
    return Files.exists(pointer(), LinkOption.NOFOLLOW_LINKS);
  }

  /**
   * Whether there is what each inventory has beside the pointer, which others have too: that of a
   * RocksDB has the same name. A copy may lack the lock.
   */
  boolean hasOwnFiles() {
    try {
      return Files.exists(lock(), LinkOption.NOFOLLOW_LINKS) || !snapshots().isEmpty();
    } catch (IOException e) {
      return true;
    }
  }

  /**
   * Refuses a directory in which a new snapshot would take the place of something that is no
   * inventory's.
   *
   * @throws InventoryException {@code NOT_WRITABLE}
   */
  public void requireOwn() throws InventoryException {
    if (!hasPointer() || hasOwnFiles()) {
      return;
    }
    try {
      current();
    } catch (InventoryException e) {
      throw foreign(InventoryException.Kind.NOT_WRITABLE);
    }
  }

  private InventoryException foreign(InventoryException.Kind kind) {
    return new InventoryException(
        kind,
        "'"
            + directory
            + "' holds a file CURRENT that is not an inventory's; choose another"
            + " directory");
  }

  /** The numbers of the snapshots that are there, ascending. */
  public List<Long> snapshots() throws IOException {
    List<Long> ids = new ArrayList<>();
    try {
      for (Path file : LocalDirectories.list(directory, "snapshot-*")) {
        Matcher matcher = SNAPSHOT.matcher(file.getFileName().toString());
        if (matcher.matches()) {
          ids.add(Long.parseLong(matcher.group(1)));
        }
      }
    } catch (NoSuchFileException | NotDirectoryException e) {
      return ids;
    }
    Collections.sort(ids);
    return ids;
  }

  /**
   * Makes a complete snapshot current; it is on disk before it has its name, and that before the
   * pointer.
   *
   * @param building where it was put together
   * @param files those of it that are not forced to disk yet; they are then
   * @param right looked at right before each name is given
   */
  public void publish(long id, Path building, FsyncQueue files, WriterLock right)
      throws IOException {
    files.addDirectory(building);
    files.force();
    right.requireHeld();
    Files.move(building, snapshot(id), StandardCopyOption.ATOMIC_MOVE);
    Path next = directory.resolve(".CURRENT-" + UUID.randomUUID());
    files.addDirectory(directory);
    files.write(next, String.format("snapshot-%06d\n", id).getBytes(StandardCharsets.UTF_8));
    files.force();
    right.requireHeld();
    Files.move(next, pointer(), StandardCopyOption.ATOMIC_MOVE);
    files.addDirectory(directory);
    files.force();
  }

  /**
   * Deletes what an interrupted scan left: unfinished snapshots and, where the pointer is readable,
   * finished ones that were not published.
   */
  public void clean(OptionalLong current) throws IOException {
    for (Path file : LocalDirectories.list(directory, "{.building-*,.CURRENT*}")) {
      OpenDirectory.deleteTree(file);
    }
    if (current.isPresent()) {
      for (long id : snapshots()) {
        if (id > current.getAsLong()) {
          deleteSnapshot(id);
        }
      }
    }
  }

  /** Deletes all but the newest {@code keep} snapshots. */
  public void prune(int keep) throws IOException {
    List<Long> ids = snapshots();
    for (long id : ids.subList(0, Math.max(0, ids.size() - keep))) {
      deleteSnapshot(id);
    }
  }

  /** Deletes a snapshot; a reader that looks meanwhile finds all of it or none. */
  void deleteSnapshot(long id) throws IOException {
    Path hidden = newBuilding(id);
    Files.move(snapshot(id), hidden, StandardCopyOption.ATOMIC_MOVE);
    OpenDirectory.deleteTree(hidden);
  }
}
