// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.offline;

import io.situ.hdfs.image.FsImage;
import io.situ.hdfs.image.FsImageAdditions;
import io.situ.hdfs.image.NameDirectories;
import io.situ.hdfs.offline.ObjectsWithAcls.Dressed;
import io.situ.hdfs.source.AttachCounters;
import io.situ.hdfs.source.AttachObjects;
import io.situ.hdfs.source.AttachSummary;
import io.situ.hdfs.source.AttachSummary.Count;
import io.situ.hdfs.source.AttachedTree;
import io.situ.hdfs.source.HdfsNames;
import io.situ.hdfs.source.SkippedObject;
import io.situ.hdfs.source.SkippedObjectLog;
import io.situ.hdfs.write.AttachSettings;
import io.situ.storage.StoreException;
import io.situ.storage.StoreException.Kind;
import io.situ.storage.StoreObject;
import io.situ.storage.StorePath;
import io.situ.storage.local.LocalDirectories;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.hdfs.server.namenode.NNStorage;

/**
 * Makes the objects of a store appear in an HDFS that is stopped: as a new image of the names, made
 * of the newest one and what is added, and a list for each host of the blocks that it is to link
 * before its DataNode starts. Not thread-safe.
 */
public final class OfflineAttacher {

  private final Map<String, String> settings;
  private final Path lists;
  private final List<String> hosts;
  private final Consumer<String> notices;

  /**
   * @param settings keys that hold over Hadoop's defaults, such as those of the NameNode's other
   *     directories ({@link NameDirectories#open})
   * @param lists a directory for the hosts' lists
   * @param hosts who links objects without known placement, in turn
   */
  public OfflineAttacher(Map<String, String> settings, Path lists, List<String> hosts) {
    this(settings, lists, hosts, notice -> {});
  }

  /**
   * @param notices gets a sentence if the image is in one directory only, for the configuration
   *     does not say which others the NameNode has, and, before there is a new image, for each
   *     directory of edits that is not on this host and may be of another NameNode
   */
  public OfflineAttacher(
      Map<String, String> settings, Path lists, List<String> hosts, Consumer<String> notices) {
    this.settings = Map.copyOf(settings);
    this.lists = lists;
    this.hosts = List.copyOf(hosts);
    this.notices = notices;
  }

  /** As the other, all or nothing. */
  public AttachSummary attach(
      Path nameDirectory, AttachedTree tree, Iterator<StoreObject> objects, String target)
      throws IOException {
    return attach(nameDirectory, tree, AttachObjects.of(objects), target, SkippedObject.Taker.NONE);
  }

  /**
   * Adds a newer image to a NameNode's directories. Nothing that is there is changed, and until the
   * image is whole nothing that a NameNode would load is added. Memory does not grow with what is
   * added, except with the names in the largest directory; the rest is in temporary files.
   *
   * @param nameDirectory one of them, whose newest image counts
   * @param tree its root becomes the target directory
   * @param objects the root and all below it with its extents, a directory before what is in it
   * @param target URI or absolute path of a directory that does not exist in HDFS
   * @param taker gets the objects that are left out
   * @throws StoreException if the directory is not one of a NameNode that is stopped, was active
   *     last and has saved all, the target exists, or an earlier attach's lists are where this
   *     one's are to be
   * @throws IOException if anything cannot be written; the directories are as they were, and there
   *     are no lists
   */
  public AttachSummary attach(
      Path nameDirectory,
      AttachedTree tree,
      AttachObjects objects,
      String target,
      SkippedObject.Taker taker)
      throws IOException {
    HdfsConfiguration conf = new HdfsConfiguration();
    settings.forEach(conf::set);
    try (NameDirectories names = NameDirectories.open(nameDirectory, conf)) {
      Path scratch = Files.createTempDirectory("situ-image");
      try {
        AttachSummary summary =
            attach(names, scratch, new Work(conf, tree, objects, path(target), taker));
        if (!names.areAllKnown()) {
          notices.accept(only(nameDirectory));
        }
        return summary;
      } finally {
        delete(scratch);
      }
    }
  }

  private static String notMounted(Path log, long transaction) {
    return "'"
        + log
        + "', of dfs.namenode.edits.dir, is not on this host: if it is of this NameNode, delete '"
        + NNStorage.getImageFileName(transaction)
        + "' and its '.md5' in each of its directories, and the lists, before it starts, mount it,"
        + " and attach again";
  }

  private static String only(Path directory) {
    return "only '"
        + directory
        + "' has the new image, for no dfs.namenode.name.dir of the configuration lists it: if the"
        + " NameNode has other directories, 'hdfs dfsadmin -saveNamespace', in safe mode, gives it"
        + " to them";
  }

  private static String path(String target) throws StoreException {
    String path = new org.apache.hadoop.fs.Path(target).toUri().getPath();
    if (!path.startsWith("/") || path.equals("/")) {
      throw new StoreException(
          Kind.INVALID_ARGUMENT,
          null,
          "'" + target + "' is no directory of HDFS that could be made; write /DIR");
    }
    return path;
  }

  private record Work(
      HdfsConfiguration conf,
      AttachedTree tree,
      AttachObjects objects,
      String target,
      SkippedObject.Taker taker) {}

  private AttachSummary attach(NameDirectories directory, Path scratch, Work work)
      throws IOException {
    HdfsConfiguration conf = work.conf();
    long transaction = directory.next();
    FsImage image = new FsImage(directory.image(), conf);
    AttachCounters tally = new AttachCounters();
    SkippedObjectLog leftOut = new SkippedObjectLog(tally, work.taker());
    LinkListWriter orders = new LinkListWriter(lists, hosts);
    boolean done = false;
    try (orders;
        FsImageAdditions names = new FsImageAdditions(image, work.target(), scratch)) {
      try (AttachSettings attach = AttachSettings.of(conf);
          ObjectsWithAcls objects =
              new ObjectsWithAcls(
                  work.tree(),
                  work.objects(),
                  attach.lists(),
                  leftOut,
                  new HdfsNames(work.target(), attach.longestName()));
          FsImageObjectWriter made =
              new FsImageObjectWriter(names, directory.pool(), orders, attach, scratch)) {
        refuseName(work.target(), attach.longestName());
        begin(made, names.spot(), work.tree(), objects.next(), tally, leftOut);
        for (List<Dressed> more = objects.next(); !more.isEmpty(); more = objects.next()) {
          add(made, more, tally, leftOut);
        }
        orders.end();
      }
      directory.perhapsOwn().forEach(log -> notices.accept(notMounted(log, transaction)));
      directory.publish(names, transaction, orders::publish);
      done = true;
    } finally {
      if (!done) {
        orders.discard();
      }
    }
    return tally.summary();
  }

  /** The NameNode would not start with an image that holds such a name. */
  private static void refuseName(String target, int longest) throws StoreException {
    Optional<HdfsNames.Fault> fault = new HdfsNames("", longest).fault(target);
    if (fault.isPresent()) {
      throw new StoreException(
          Kind.INVALID_ARGUMENT, null, "'" + target + "': " + fault.get().reason());
    }
  }

  private static void begin(
      FsImageObjectWriter made,
      FsImageAdditions.InsertPoint spot,
      AttachedTree tree,
      List<Dressed> some,
      AttachCounters tally,
      SkippedObjectLog leftOut)
      throws IOException {
    if (some.isEmpty()) {
      throw new StoreException(Kind.INVALID_ARGUMENT, null, "there is nothing to attach");
    }
    Dressed first = some.get(0);
    if (first.source().place().isEmpty()) {
      made.root(spot, first, tree);
      tally.add(Count.DIRECTORIES, 1);
      add(made, some.subList(1, some.size()), tally, leftOut);
    } else {
      made.root(spot, tree);
      add(made, some, tally, leftOut);
    }
  }

  private static void add(
      FsImageObjectWriter made, List<Dressed> some, AttachCounters tally, SkippedObjectLog leftOut)
      throws IOException {
    for (Dressed next : some) {
      if (!made.add(next)) {
        StorePath object = next.source().object().path();
        leftOut.failed(
            object, new StoreException(Kind.NOT_FOUND, object, "its directory is left out"));
      } else if (next.source().object().isDirectory()) {
        tally.add(Count.DIRECTORIES, 1);
      } else {
        tally.add(Count.ADDED, 1);
        tally.linked(next.source());
      }
    }
  }

  private static void delete(Path directory) throws IOException {
    for (Path file : LocalDirectories.list(directory)) {
      Files.deleteIfExists(file);
    }
    Files.delete(directory);
  }
}
