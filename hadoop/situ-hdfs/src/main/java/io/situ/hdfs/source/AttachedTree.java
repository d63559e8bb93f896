// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.source;

import io.situ.storage.StoreException;
import io.situ.storage.StoreObject;
import io.situ.storage.StorePath;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;

/**
 * What a directory of HDFS says of the tree attached at it, as its attribute {@code
 * trusted.situ.tree}, which only the HDFS superuser can see and set.
 *
 * @param store the store's name, as the DataNodes know it
 * @param identity distinguishes the store from another one of that name, as {@code Store.Info} does
 * @param root the directory of the store that became this directory
 * @param since when it was attached, or last attached again, milliseconds since 1970-01-01T00:00Z
 * @param snapshot names the snapshot of an inventory that it corresponds to; empty if it was
 *     attached of no inventory, or may be something else by now
 */
public record AttachedTree(
    String store, String identity, StorePath root, long since, String snapshot) {

  public static final String ATTRIBUTE = "trusted.situ.tree";

  /** Where directories said so before; any user who may write the directory sets it. */
  public static final String OLD_ATTRIBUTE = "user.situ.tree";

  private static final String FORMAT = "2";
  private static final int FIELDS = 6;

  /** That of trees which were attached before snapshots were noted. */
  private static final String OLD_FORMAT = "1";

  private static final int OLD_FIELDS = 5;

  public AttachedTree {
    Objects.requireNonNull(store, "store");
    Objects.requireNonNull(identity, "identity");
    Objects.requireNonNull(root, "root");
    Objects.requireNonNull(snapshot, "snapshot");
  }

  /** A tree that is attached now. */
  public static AttachedTree now(String store, String identity, StorePath root) {
    return new AttachedTree(store, identity, root, System.currentTimeMillis(), "");
  }

  /** The same as a snapshot of an inventory reports it; see {@link #snapshot}. */
  public AttachedTree of(String named) {
    return new AttachedTree(store, identity, root, since, named);
  }

  /** Whether the other is of a store and root of the same names. */
  public boolean isOf(AttachedTree other) {
    return store.equals(other.store) && root.equals(other.root);
  }

  /** As users write it. */
  public String uri() {
    return "situ://" + store + root;
  }

  /**
   * Returns the object of which a file is made; empty if no object can have a file there.
   *
   * @param place below the target; begins with a slash
   */
  public Optional<StorePath> at(String place) {
    try {
      return Optional.of(StorePath.of(root + place)).filter(object -> isAt(object, place));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  /** Whether an object's file is at that place. */
  public boolean isAt(StorePath object, String place) {
    return isBelow(object) && place(object).equals(place);
  }

  /**
   * Checks that an object is the tree's root or below it.
   *
   * @throws StoreException {@code INVALID_ARGUMENT} if it is not
   */
  public void requireBelow(StoreObject object) throws StoreException {
    if (!isBelow(object.path())) {
      throw new StoreException(
          StoreException.Kind.INVALID_ARGUMENT,
          object.path(),
          "is not below '" + root + "', which is attached; the inventory is damaged or forged");
    }
  }

  /** Whether an object is the root or below it. */
  public boolean isBelow(StorePath object) {
    String top = root.toString();
    return object.equals(root) || object.toString().startsWith(top.equals("/") ? top : top + "/");
  }

  /**
   * Returns where an object's file is, below the target; empty for the root itself.
   *
   * @throws IllegalArgumentException if the object is not below the root
   */
  public String place(StorePath object) {
    if (!isBelow(object)) {
      throw new IllegalArgumentException("'" + object + "' is not below '" + root + "'");
    }
    String text = object.toString();
    String top = root.toString();
    return object.equals(root) ? "" : top.equals("/") ? text : text.substring(top.length());
  }

  public byte[] toBytes() {
    return String.join(
            "\t", FORMAT, Long.toString(since), snapshot, store, identity, root.toString())
        .getBytes(StandardCharsets.UTF_8);
  }

  /**
   * What is attached at a directory, empty if nothing is.
   *
   * @throws java.io.FileNotFoundException if it is not there
   */
  public static Optional<AttachedTree> read(DistributedFileSystem hdfs, Path directory)
      throws IOException {
    return Optional.ofNullable(hdfs.getXAttrs(directory).get(ATTRIBUTE))
        .flatMap(AttachedTree::parse);
  }

  /** What an older Situ has noted, where any user could; empty if this Situ has noted something. */
  public static Optional<AttachedTree> readOld(DistributedFileSystem hdfs, Path directory)
      throws IOException {
    Map<String, byte[]> values = hdfs.getXAttrs(directory);
    return values.containsKey(ATTRIBUTE)
        ? Optional.empty()
        : Optional.ofNullable(values.get(OLD_ATTRIBUTE)).flatMap(AttachedTree::parse);
  }

  /** Reads what {@link #toBytes} wrote; empty if it is anything else. */
  public static Optional<AttachedTree> parse(byte[] value) {
    try {
      return fields(new String(value, StandardCharsets.UTF_8));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  private static Optional<AttachedTree> fields(String text) {
    String[] old = text.split("\t", OLD_FIELDS);
    if (old.length == OLD_FIELDS && old[0].equals(OLD_FORMAT)) {
      return Optional.of(
          new AttachedTree(old[2], old[3], StorePath.of(old[4]), Long.parseLong(old[1]), ""));
    }
    String[] fields = text.split("\t", FIELDS);
    if (fields.length != FIELDS || !fields[0].equals(FORMAT)) {
      return Optional.empty();
    }
    return Optional.of(
        new AttachedTree(
            fields[3], fields[4], StorePath.of(fields[5]), Long.parseLong(fields[1]), fields[2]));
  }

  /** Lets a directory say no longer that it is what a snapshot reports. */
  public static void forgetSnapshot(DistributedFileSystem hdfs, Path directory) throws IOException {
    Optional<AttachedTree> there = read(hdfs, directory).filter(tree -> !tree.snapshot.isEmpty());
    if (there.isPresent()) {
      hdfs.setXAttr(directory, ATTRIBUTE, there.get().of("").toBytes());
    }
  }
}
