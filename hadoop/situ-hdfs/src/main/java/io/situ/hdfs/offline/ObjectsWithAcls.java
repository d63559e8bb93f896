// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.offline;

import io.situ.hdfs.metadata.CurrentPermissions;
import io.situ.hdfs.metadata.ObjectAccess;
import io.situ.hdfs.parallel.ParallelSteps;
import io.situ.hdfs.source.AttachFailures;
import io.situ.hdfs.source.AttachItem;
import io.situ.hdfs.source.AttachObjects;
import io.situ.hdfs.source.AttachedTree;
import io.situ.hdfs.source.HdfsNames;
import io.situ.hdfs.source.SkippedObjectLog;
import io.situ.hdfs.write.TreeWriter;
import io.situ.storage.StoreException;
import io.situ.storage.StoreObject;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Files and directories that are to be attached with their access lists, for which the store is
 * asked by several threads at once. Not thread-safe.
 */
final class ObjectsWithAcls implements AutoCloseable {

  private static final int AT_ONCE = 4_000;

  /** So many objects are one piece of work. */
  private static final int SLICE = 250;

  private final AttachedTree tree;
  private final AttachObjects objects;
  private final CurrentPermissions lists;
  private final SkippedObjectLog leftOut;
  private final HdfsNames names;
  private final ParallelSteps parallel = new ParallelSteps(ParallelSteps.LOOKING);
  private boolean ended;

  ObjectsWithAcls(
      AttachedTree tree,
      AttachObjects objects,
      CurrentPermissions lists,
      SkippedObjectLog leftOut,
      HdfsNames names) {
    this.tree = tree;
    this.objects = objects;
    this.lists = lists;
    this.leftOut = leftOut;
    this.names = names;
  }

  /** An object with what HDFS is to say of it. */
  public record Dressed(AttachItem source, ObjectAccess access) {}

  /** Some more, in their order; none if that were all. */
  List<Dressed> next() throws IOException {
    List<Dressed> dressed = new ArrayList<>();
    while (dressed.isEmpty() && !ended) {
      List<AttachItem> sources = sources();
      List<List<AttachItem>> slices = new ArrayList<>();
      for (int from = 0; from < sources.size(); from += SLICE) {
        slices.add(sources.subList(from, Math.min(sources.size(), from + SLICE)));
      }
      parallel.all(slices, this::readAcls).forEach(dressed::addAll);
    }
    return dressed;
  }

  private List<AttachItem> sources() throws IOException {
    List<AttachItem> sources = new ArrayList<>();
    long cuts = 0;
    while (sources.size() < AT_ONCE && cuts < TreeWriter.MAX_CUTS && !ended) {
      StoreObject object = objects.next(leftOut::failed);
      ended = object == null;
      if (!ended && (object.isFile() || object.isDirectory())) {
        tree.requireBelow(object);
        AttachItem source = AttachItem.of(tree.store(), object, tree.place(object.path()));
        Optional<HdfsNames.Fault> fault = names.fault(source.place());
        if (fault.isPresent()) {
          leftOut.name(object.path(), fault.get());
        } else {
          sources.add(source);
          cuts += source.cuts().size();
        }
      }
    }
    return sources;
  }

  private List<Dressed> readAcls(List<AttachItem> slice) throws IOException {
    List<Dressed> dressed = new ArrayList<>(slice.size());
    for (AttachItem source : slice) {
      try {
        dressed.add(new Dressed(source, lists.of(source)));
      } catch (StoreException e) {
        // What others may do in the target is the root's to say.
        if (!AttachFailures.isOfOne(e) || source.place().isEmpty()) {
          throw e;
        }
        leftOut.failed(source.object().path(), e);
      }
    }
    return dressed;
  }

  @Override
  public void close() {
    parallel.close();
  }
}
