// SPDX-License-Identifier: Apache-2.0
package io.situ.spark.scan.footer;

import io.situ.hadoop.fs.SituFileSystem;
import io.situ.inventory.footer.ColumnRange;
import io.situ.inventory.footer.RowGroup;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;

/** Layouts of files as the inventories of their stores have them. */
final class InventoryFooters {

  private InventoryFooters() {}

  /**
   * Returns the layouts of those files whose store has an inventory with footers that has the file
   * with the listed length and time of modification. No file is opened.
   *
   * @throws IOException if a file system cannot be opened
   */
  static Map<ScanFile.Version, FooterLayout> find(List<ScanFile> files, Configuration conf)
      throws IOException {
    Map<SituFileSystem, List<ScanFile>> stores = new LinkedHashMap<>();
    for (ScanFile file : files) {
      FileSystem fs = file.path().getFileSystem(conf);
      if (fs instanceof SituFileSystem situ) {
        stores.computeIfAbsent(situ, key -> new ArrayList<>()).add(file);
      }
    }
    Map<ScanFile.Version, FooterLayout> layouts = new HashMap<>();
    for (Map.Entry<SituFileSystem, List<ScanFile>> store : stores.entrySet()) {
      List<ScanFile> same = store.getValue();
      List<List<RowGroup>> groups =
          store.getKey().placement().rowGroups(same.stream().map(ScanFile::status).toList());
      for (int i = 0; i < same.size(); i++) {
        ScanFile.Version version = same.get(i).version();
        layout(groups.get(i)).ifPresent(layout -> layouts.put(version, layout));
      }
    }
    return layouts;
  }

  /** Returns the layout of a file with these row groups; empty if they do not say all of it. */
  static Optional<FooterLayout> layout(List<RowGroup> rowGroups) {
    if (rowGroups.isEmpty() || rowGroups.stream().anyMatch(group -> group.columns().isEmpty())) {
      return Optional.empty();
    }
    Map<String, Integer> columns = new LinkedHashMap<>();
    List<FooterLayout.Group> groups = new ArrayList<>();
    for (RowGroup group : rowGroups) {
      groups.add(group(group, columns));
    }
    try {
      return Optional.of(new FooterLayout(new ArrayList<>(columns.keySet()), groups));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  private static FooterLayout.Group group(RowGroup group, Map<String, Integer> columns) {
    int count = group.columns().size();
    long[] starts = new long[count];
    long[] lengths = new long[count];
    int[] column = new int[count];
    for (int i = 0; i < count; i++) {
      ColumnRange range = group.columns().get(i);
      starts[i] = range.start();
      lengths[i] = range.length();
      column[i] = columns.computeIfAbsent(range.column(), name -> columns.size());
    }
    return new FooterLayout.Group(group.start(), starts, lengths, column);
  }
}
