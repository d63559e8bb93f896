package io.situ.hdfs.attach;

import io.situ.storage.StoreObject;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.apache.hadoop.fs.permission.AclEntry;

/**
 * Files and directories that are to be attached with their access lists, for which the store is
 * asked by several threads at once. For one thread.
 */
final class DressedObjects implements AutoCloseable {

  private static final int AT_ONCE = 4_000;

  /** So many objects are one piece of work. */
  private static final int SLICE = 250;

  private final AttachedTree tree;
  private final Iterator<StoreObject> objects;
  private final AccessLists lists;
  private final Parallel parallel = new Parallel(Parallel.LOOKING);

  DressedObjects(AttachedTree tree, Iterator<StoreObject> objects, AccessLists lists) {
    this.tree = tree;
    this.objects = objects;
    this.lists = lists;
  }

  /**
   * An object with its access list.
   *
   * @param list as HDFS is to have it; empty for none
   */
  record Dressed(Source source, List<AclEntry> list) {}

  /** Some more, in their order; none if that were all. */
  List<Dressed> next() throws IOException {
    List<Source> sources = new ArrayList<>();
    while (sources.size() < AT_ONCE && objects.hasNext()) {
      StoreObject object = objects.next();
      if (object.isFile() || object.isDirectory()) {
        sources.add(TreeWriter.named(Source.of(tree.store(), object, tree.place(object.path()))));
      }
    }
    List<List<Source>> slices = new ArrayList<>();
    for (int from = 0; from < sources.size(); from += SLICE) {
      slices.add(sources.subList(from, Math.min(sources.size(), from + SLICE)));
    }
    List<Dressed> dressed = new ArrayList<>(sources.size());
    parallel.all(slices, this::dress).forEach(dressed::addAll);
    return dressed;
  }

  private List<Dressed> dress(List<Source> slice) throws IOException {
    List<Dressed> dressed = new ArrayList<>(slice.size());
    for (Source source : slice) {
      dressed.add(new Dressed(source, lists.of(source)));
    }
    return dressed;
  }

  @Override
  public void close() {
    parallel.close();
  }
}
