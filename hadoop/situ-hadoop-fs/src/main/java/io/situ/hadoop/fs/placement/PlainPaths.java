// SPDX-License-Identifier: Apache-2.0
package io.situ.hadoop.fs.placement;

import io.situ.hadoop.fs.config.FileSystemSettings;
import io.situ.inventory.footer.RowGroup;
import io.situ.storage.Extent;
import io.situ.storage.StoreObject;
import io.situ.storage.StorePath;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;
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
    return byPart(
        objects,
        StoreObject::path,
        (part, same) ->
            part.memory
                .map(
                    memory ->
                        memory.extents(
                            same.stream()
                                .map(each -> each.withPath(each.path().relativeTo(part.root)))
                                .toList()))
                .orElseGet(() -> Collections.nCopies(same.size(), Optional.empty())));
  }

  @Override
  public List<List<RowGroup>> rowGroups(List<ListedVersion> files) {
    return byPart(
        files,
        ListedVersion::path,
        (part, same) ->
            part.memory
                .map(
                    memory ->
                        memory.rowGroups(same.stream().map(each -> each.below(part.root)).toList()))
                .orElseGet(() -> Collections.nCopies(same.size(), List.of())));
  }

  /** Asks for neighbours that are in one part together. */
  private <T, A> List<A> byPart(
      List<T> all, Function<T, StorePath> path, BiFunction<Part, List<T>, List<A>> lookup) {
    List<A> answers = new ArrayList<>(all.size());
    for (int from = 0; from < all.size(); ) {
      Part part = part(path.apply(all.get(from)));
      int to = from + 1;
      while (to < all.size() && part(path.apply(all.get(to))) == part) {
        to++;
      }
      answers.addAll(lookup.apply(part, all.subList(from, to)));
      from = to;
    }
    return answers;
  }
}
