package io.situ.inventory;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributeView;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What lies where in an inventory's directory. */
record Layout(Path directory) {

  static final String MANIFEST = "_manifest.json";

  private static final Pattern SNAPSHOT = Pattern.compile("snapshot-(\\d{6,18})");
  private static final Pattern POINTER = Pattern.compile("snapshot-(\\d{6,18})\n");

  Path snapshot(long id) {
    return directory.resolve(String.format("snapshot-%06d", id));
  }

  Path manifest(long id) {
    return snapshot(id).resolve(MANIFEST);
  }

  /** Where a snapshot is put together, out of sight. */
  Path building(long id) {
    return directory.resolve(String.format(".building-%06d", id));
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
   * @throws InventoryException {@code DAMAGED} if the pointer is not what was written
   */
  OptionalLong current() throws InventoryException {
    String text;
    try {
      text = new String(Files.readAllBytes(pointer()), StandardCharsets.ISO_8859_1);
    } catch (NoSuchFileException e) {
      return OptionalLong.empty();
    } catch (IOException e) {
      throw InventoryException.damaged(pointer(), "cannot be read: " + e.getMessage(), e);
    }
    Matcher matcher = POINTER.matcher(text);
    if (!matcher.matches()) {
      throw InventoryException.damaged(pointer(), "does not name a snapshot", null);
    }
    return OptionalLong.of(Long.parseLong(matcher.group(1)));
  }

  /** The numbers of the snapshots that are there, ascending. */
  List<Long> snapshots() throws IOException {
    List<Long> ids = new ArrayList<>();
    try (DirectoryStream<Path> files = Files.newDirectoryStream(directory, "snapshot-*")) {
      for (Path file : files) {
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
   * @param files those of it that are not forced to disk yet; they are then
   */
  void publish(long id, Unforced files) throws IOException {
    files.addDirectory(building(id));
    files.force();
    Files.move(building(id), snapshot(id), StandardCopyOption.ATOMIC_MOVE);
    Path next = directory.resolve(".CURRENT");
    files.addDirectory(directory);
    files.write(next, String.format("snapshot-%06d\n", id).getBytes(StandardCharsets.UTF_8));
    files.force();
    Files.move(next, pointer(), StandardCopyOption.ATOMIC_MOVE);
    files.addDirectory(directory);
    files.force();
  }

  /**
   * Deletes what an interrupted scan left: unfinished snapshots and, where the pointer is readable,
   * finished ones that were not published.
   */
  void clean(OptionalLong current) throws IOException {
    try (DirectoryStream<Path> files = Files.newDirectoryStream(directory, ".building-*")) {
      for (Path file : files) {
        deleteTree(file);
      }
    }
    Files.deleteIfExists(directory.resolve(".CURRENT"));
    if (current.isPresent()) {
      for (long id : snapshots()) {
        if (id > current.getAsLong()) {
          deleteSnapshot(id);
        }
      }
    }
  }

  /** Deletes all but the newest {@code keep} snapshots. */
  void prune(int keep) throws IOException {
    List<Long> ids = snapshots();
    for (long id : ids.subList(0, Math.max(0, ids.size() - keep))) {
      deleteSnapshot(id);
    }
  }

  /** Deletes a snapshot; a reader that looks meanwhile finds all of it or none. */
  void deleteSnapshot(long id) throws IOException {
    Path hidden = building(id);
    Files.move(snapshot(id), hidden, StandardCopyOption.ATOMIC_MOVE);
    deleteTree(hidden);
  }

  /**
   * Deletes a directory of the inventory with what is in it. It is gone through by held
   * directories: a link is deleted, also one that takes a directory's place meanwhile.
   */
  static void deleteTree(Path top) throws IOException {
    try (DirectoryStream<Path> parent =
        Files.newDirectoryStream(top.toAbsolutePath().getParent())) {
      if (!(parent instanceof SecureDirectoryStream<Path> held)) {
        throw new IOException("this system cannot delete " + top + " safely: delete it by hand");
      }
      delete(held, top.getFileName());
    } catch (DirectoryIteratorException e) {
      throw e.getCause();
    }
  }

  private static void delete(SecureDirectoryStream<Path> in, Path name) throws IOException {
    try {
      BasicFileAttributeView view =
          in.getFileAttributeView(name, BasicFileAttributeView.class, LinkOption.NOFOLLOW_LINKS);
      if (!view.readAttributes().isDirectory()) {
        in.deleteFile(name);
        return;
      }
      try (SecureDirectoryStream<Path> held =
          in.newDirectoryStream(name, LinkOption.NOFOLLOW_LINKS)) {
        for (Path entry : held) {
          delete(held, entry.getFileName());
        }
      }
      in.deleteDirectory(name);
    } catch (NoSuchFileException e) {
      return;
    }
  }
}
