// SPDX-License-Identifier: Apache-2.0
package io.situ.hadoop.fs.placement;

import io.situ.hadoop.fs.config.FileSystemSettings;
import io.situ.storage.Extent;
import io.situ.storage.StoreObject;
import io.situ.storage.StorePath;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What holds for plain paths: below the root of a store that has a name the settings of that store,
 * of several that with the longest root; elsewhere those of {@code situ:///}. Thread-safe.
 */
public final class PlainPaths implements PlacementCache {

  private record Part(
      StorePath root,
      Optional<PlacementCache> memory,
      long blockSize,
      Optional<Long> largestBlock) {}

  private final List<Part> parts;
  private final Part rest;

  private PlainPaths(List<Part> parts, Part rest) {
    this.parts = parts;
    this.rest = rest;
  }

  public static PlainPaths of(FileSystemSettings settings) {
    Part rest =
        new Part(
            StorePath.ROOT,
            settings.inventory().map(InventoryPlacement::new),
            settings.blockSize(),
            settings.largestBlock());
    return new PlainPaths(
        settings.below().stream()
            .sorted(Comparator.comparing(below -> -below.root().toString().length()))
            .map(PlainPaths::part)
            .toList(),
        rest);
  }

  private static Part part(FileSystemSettings.Below below) {
    return new Part(
        below.root(),
        below.inventory().map(InventoryPlacement::new),
        below.blockSize(),
        below.largestBlock());
  }

  private Part part(StorePath path) {
    return parts.stream().filter(part -> path.startsWith(part.root)).findFirst().orElse(rest);
  }

  /** Returns the block size of a file, in bytes. */
  long blockSize(StorePath path) {
    return part(path).blockSize;
  }

  /**
   * Returns the block size of a new file whose writer asks for none, in bytes: one that a store can
   * lay out.
   */
  public long newBlockSize(StorePath path) {
    Part part = part(path);
    return Math.min(part.blockSize, part.largestBlock.orElse(Long.MAX_VALUE));
  }

  /** Returns whether there are places where a new file is laid out by its writer's block size. */
  public boolean layOutNewFiles() {
    return Stream.concat(parts.stream(), Stream.of(rest))
        .anyMatch(part -> part.largestBlock.isPresent());
  }

  /** Returns what is remembered; empty where there is no inventory at all. */
  Optional<PlacementCache> memory() {
    boolean any = rest.memory.isPresent() || parts.stream().anyMatch(p -> p.memory.isPresent());
    return any ? Optional.of(this) : Optional.empty();
  }

  @Override
  public List<Optional<List<Extent>>> extents(List<StoreObject> objects) {
    List<Optional<List<Extent>>> answers = new ArrayList<>(objects.size());
    for (int from = 0; from < objects.size(); ) {
      Part part = part(objects.get(from).path());
      List<StoreObject> same = new ArrayList<>();
      while (from < objects.size() && part(objects.get(from).path()) == part) {
        StoreObject object = objects.get(from++);
        same.add(object.withPath(object.path().relativeTo(part.root)));
      }
      answers.addAll(
          part.memory.isPresent()
              ? part.memory.get().extents(same)
              : same.stream().map(object -> Optional.<List<Extent>>empty()).toList());
    }
    return answers;
  }
}
