// SPDX-License-Identifier: Apache-2.0
package io.situ.inventory.walk;

import io.situ.storage.StoreObject;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.PriorityQueue;
import java.util.stream.Stream;

/** A directory too large for memory: sorted runs on disk, merged as they are read. */
final class MergedRuns implements SortedEntries {

  /** Weight of the objects read ahead so that folders are known before the walk comes to them. */
  private static final int WINDOW = 1 << 10;

  private final List<RunFile> runs = new ArrayList<>();
  private final PriorityQueue<Head> heads;
  private final Deque<StoreObject> window = new ArrayDeque<>();
  private final Deque<PendingDirectory> folders = new ArrayDeque<>();
  private List<PendingDirectory> discovered = new ArrayList<>();
  private PendingDirectory folder;

  private record Head(StoreObject object, RunFile run) {}

  MergedRuns(List<Path> files, Comparator<StoreObject> order) throws IOException {
    this.heads = new PriorityQueue<>(Comparator.comparing(Head::object, order));
    SharedReplicas replicas = new SharedReplicas();
    try {
      for (Path file : files) {
        RunFile run = new RunFile(file, replicas);
        runs.add(run);
        advance(run);
      }
      fill();
    } catch (IOException | RuntimeException e) {
      close();
      throw e;
    }
  }

  private void advance(RunFile run) throws IOException {
    StoreObject object = run.next();
    if (object != null) {
      heads.add(new Head(object, run));
    }
  }

  private void fill() throws IOException {
    for (int weight = 0; weight < WINDOW && !heads.isEmpty(); ) {
      Head head = heads.poll();
      window.add(head.object());
      weight += SortedEntries.weight(head.object());
      if (head.object().isDirectory()) {
        PendingDirectory known = new PendingDirectory(head.object().path());
        folders.add(known);
        discovered.add(known);
      }
      advance(head.run());
    }
  }

  @Override
  public int held() {
    return Stream.concat(window.stream(), heads.stream().map(Head::object))
        .mapToInt(SortedEntries::weight)
        .sum();
  }

  @Override
  public StoreObject next() throws IOException {
    if (window.isEmpty()) {
      fill();
    }
    StoreObject object = window.poll();
    if (object != null && object.isDirectory()) {
      folder = folders.poll();
    }
    return object;
  }

  @Override
  public PendingDirectory folder() {
    return folder;
  }

  @Override
  public List<PendingDirectory> discovered() {
    List<PendingDirectory> known = discovered;
    if (!known.isEmpty()) {
      discovered = new ArrayList<>();
    }
    return known;
  }

  @Override
  public void close() {
    runs.forEach(RunFile::close);
  }
}
