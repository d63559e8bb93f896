// SPDX-License-Identifier: Apache-2.0
package io.situ.inventory;

import static org.assertj.core.api.Assertions.assertThat;

import io.situ.inventory.datafile.Row;
import io.situ.inventory.datafile.SortKeys;
import io.situ.storage.Attributes;
import io.situ.storage.Listing;
import io.situ.storage.Store;
import io.situ.storage.StoreObject;
import io.situ.storage.StorePath;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** What tests ask of snapshots and stores. */
public final class Snapshots {

  private Snapshots() {}

  public static Snapshot current(Path directory) throws IOException {
    return Inventory.open(directory).snapshot();
  }

  public static List<Row> rows(Rows rows) throws IOException {
    List<Row> list = new ArrayList<>();
    try (rows) {
      for (Row row = rows.next(); row != null; row = rows.next()) {
        list.add(row);
      }
    }
    return list;
  }

  public static List<StoreObject> objects(Rows rows) throws IOException {
    return rows(rows).stream().map(Row::object).toList();
  }

  public static void assertHolds(Snapshot snapshot, Store store, StorePath root)
      throws IOException {
    List<StoreObject> expected = expected(store, root);
    List<StoreObject> held = objects(snapshot.rows());
    assertThat(held.stream().map(SortKeys::of).toList())
        .isEqualTo(expected.stream().map(SortKeys::of).toList());
    for (int i = 0; i < held.size(); i++) {
      assertThat(held.get(i)).isEqualTo(expected.get(i));
    }
  }

  /** What a snapshot of {@code root} should hold, asked of the store by other means. */
  public static List<StoreObject> expected(Store store, StorePath root) throws IOException {
    List<StoreObject> objects = new ArrayList<>();
    objects.add(withoutAccessTime(store.stat(root, true)));
    try (Listing listing = store.list(root, Listing.Options.RECURSIVE.withPlacement())) {
      for (StoreObject object = listing.next(); object != null; object = listing.next()) {
        objects.add(withoutAccessTime(object));
      }
    }
    objects.sort(Comparator.comparing(SortKeys::of, SortKeys::compare));
    return objects;
  }

  private static StoreObject withoutAccessTime(StoreObject object) {
    Attributes a = object.attributes();
    return new StoreObject(
        object.path(),
        object.kind(),
        object.size(),
        new Attributes(
            a.owner(), a.group(), a.mode(), a.modifiedNanos(), a.modifiedNanos(), a.changedNanos()),
        object.version(),
        object.linkTarget(),
        object.extents(),
        object.checksum());
  }
}
