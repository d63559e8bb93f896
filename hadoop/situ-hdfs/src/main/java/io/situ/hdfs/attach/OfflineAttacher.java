package io.situ.hdfs.attach;

import io.situ.hdfs.attach.AttachSummary.Count;
import io.situ.storage.StoreException;
import io.situ.storage.StoreException.Kind;
import io.situ.storage.StoreObject;
import java.io.IOException;
import java.io.InputStream;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.hdfs.tools.offlineImageViewer.OfflineImageViewerPB;
import org.apache.hadoop.util.ExitUtil;

/**
 * Makes the objects of a store appear in an HDFS that is stopped: as a new image of the names,
 * written by Hadoop's own tools from the newest one and what is added, and a list for each host of
 * the blocks that it is to link before its DataNode starts. For one thread.
 */
public final class OfflineAttacher {

  private final Map<String, String> settings;
  private final Path lists;
  private final List<String> hosts;

  /**
   * @param settings keys that hold over Hadoop's defaults
   * @param lists a directory for the hosts' lists
   * @param hosts who links objects of which the store tells no hosts, in turn
   */
  public OfflineAttacher(Map<String, String> settings, Path lists, List<String> hosts) {
    this.settings = Map.copyOf(settings);
    this.lists = lists;
    this.hosts = List.copyOf(hosts);
  }

  /**
   * Adds a newer image to a NameNode's directory. Nothing that is there is changed, and until the
   * image is whole nothing that a NameNode would load is added.
   *
   * @param tree its root becomes the target directory
   * @param objects the root and all below it with its extents, a directory before what is in it
   * @param target URI or absolute path of a directory that does not exist in HDFS
   * @throws StoreException if the directory is not one of a NameNode that is stopped and has saved
   *     all, or the target exists
   * @throws IOException if anything cannot be written; the directory is as it was
   */
  public AttachSummary attach(
      Path nameDirectory, AttachedTree tree, Iterator<StoreObject> objects, String target)
      throws IOException {
    try (NameDirectory names = NameDirectory.open(nameDirectory)) {
      Path scratch = Files.createTempDirectory("situ-image");
      try {
        return attach(names, new Work(scratch, tree, objects, path(target)));
      } finally {
        delete(scratch);
      }
    }
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
      Path scratch, AttachedTree tree, Iterator<StoreObject> objects, String target) {}

  private AttachSummary attach(NameDirectory names, Work work) throws IOException {
    Path xml = work.scratch().resolve("old.xml");
    long transaction = names.next();
    view("XML", names.image(), xml);
    refuseReturns(xml);
    ImageNames image = ImageNames.read(xml);
    NewInodes.Numbers numbers = new NewInodes.Numbers(names.pool(), image);
    Path inodes = work.scratch().resolve("new.xml");
    Tally tally = new Tally();
    HdfsConfiguration conf = new HdfsConfiguration();
    settings.forEach(conf::set);
    NewInodes made;
    try (AttachSettings attach = AttachSettings.of(conf);
        HostLists orders = new HostLists(lists, hosts);
        Writer out = Files.newBufferedWriter(inodes, StandardCharsets.UTF_8)) {
      made = new NewInodes(out, orders, attach, numbers);
      fill(made, image, work, tally);
      orders.end();
    }
    Path all = work.scratch().resolve("all.xml");
    new ImageEdit(image, inodes, made.children(), numbers, transaction).run(xml, all);
    Files.delete(xml);
    build(all, names, transaction);
    return tally.summary();
  }

  private static void fill(NewInodes made, ImageNames image, Work work, Tally tally)
      throws IOException {
    ImageNames.Place place = image.place(work.target());
    long above = place.id();
    List<String> missing = place.missing();
    for (String name : missing.subList(0, missing.size() - 1)) {
      above = made.parent(above, name, image.owner());
    }
    if (!work.objects().hasNext()) {
      throw new StoreException(Kind.INVALID_ARGUMENT, null, "there is nothing to attach");
    }
    AttachedTree tree = work.tree();
    String name = missing.get(missing.size() - 1);
    Source first = source(work.objects().next(), tree);
    if (first.place().isEmpty()) {
      made.root(above, name, first, tree);
      tally.add(Count.DIRECTORIES, 1);
    } else {
      made.root(above, name, image.owner(), tree);
      add(made, first, tally);
    }
    while (work.objects().hasNext()) {
      add(made, source(work.objects().next(), tree), tally);
    }
  }

  private static void add(NewInodes made, Source source, Tally tally) throws IOException {
    if (source.object().isDirectory()) {
      made.add(source);
      tally.add(Count.DIRECTORIES, 1);
    } else if (source.object().isFile()) {
      made.add(source);
      tally.add(Count.ADDED, 1);
      tally.linked(source);
    }
  }

  private static Source source(StoreObject object, AttachedTree tree) throws IOException {
    return TreeWriter.named(Source.of(tree.store(), object, tree.place(object.path())));
  }

  /** Runs Hadoop's viewer of images, which ends the process where it fails if it may. */
  private static void view(String processor, Path from, Path to) throws IOException {
    ExitUtil.disableSystemExit();
    try {
      String[] words = {"-p", processor, "-i", from.toString(), "-o", to.toString()};
      if (OfflineImageViewerPB.run(words) != 0) {
        throw new IOException("Hadoop's 'oiv -p " + processor + "' fails for '" + from + "'");
      }
    } catch (IOException e) {
      throw e;
    } catch (Exception e) {
      throw new IOException(
          "Hadoop's 'oiv -p " + processor + "' fails for '" + from + "': " + e.getMessage(), e);
    }
  }

  /** Hadoop's XML loses carriage returns, and so would the names that have some. */
  private static void refuseReturns(Path xml) throws IOException {
    byte[] some = new byte[1 << 16];
    try (InputStream in = Files.newInputStream(xml)) {
      for (int count = in.read(some); count >= 0; count = in.read(some)) {
        for (int i = 0; i < count; i++) {
          if (some[i] == '\r') {
            throw new StoreException(
                Kind.FAILED,
                null,
                "a name in HDFS has a carriage return, which Hadoop's tools lose; attach while HDFS"
                    + " runs");
          }
        }
      }
    }
  }

  private static void build(Path xml, NameDirectory names, long transaction) throws IOException {
    Path draft = names.draft(transaction);
    try {
      view("ReverseXML", xml, draft);
      names.publish(transaction);
    } finally {
      Files.deleteIfExists(draft);
      Files.deleteIfExists(Path.of(draft + ".md5"));
    }
  }

  private static void delete(Path directory) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      for (Path file : files.toList()) {
        Files.deleteIfExists(file);
      }
    }
    Files.delete(directory);
  }
}
