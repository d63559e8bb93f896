package io.situ.hdfs.attach;

import io.situ.storage.StoreObject;
import io.situ.storage.StorePath;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.Iterator;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.apache.hadoop.fs.Options;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.XAttrSetFlag;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.ClientProtocol;

/**
 * Makes the objects of a store appear in HDFS. They are laid out in a hidden directory beside the
 * target and come into sight all at once, by a rename. For one thread.
 */
public final class Attacher implements AutoCloseable {

  private static final int BATCH = 500;
  private static final int THREADS = 8;
  private static final long LEAST_BLOCK = 1 << 20;

  /** HDFS makes no copies where no DataNode offers room on the storage that a policy wants. */
  private static final String NEVER_COPIED = "COLD";

  private final DistributedFileSystem hdfs;
  private final ClientProtocol nameNode;
  private final ExecutorService workers = Executors.newFixedThreadPool(THREADS);
  private final String client = "situ-attach-" + UUID.randomUUID();
  private final LinkClient links;
  private final long blockSize;

  /**
   * @param hdfs where the target is; the caller closes it
   * @throws IOException if no secret is configured
   */
  public Attacher(DistributedFileSystem hdfs) throws IOException {
    this.hdfs = hdfs;
    this.nameNode = hdfs.getClient().getNamenode();
    this.links = new LinkClient(hdfs.getConf());
    this.blockSize = hdfs.getDefaultBlockSize(new Path("/"));
  }

  /** What was attached. */
  public record Summary(long files, long directories, long bytes, long blocks, long localBytes) {

    static final Summary NONE = new Summary(0, 0, 0, 0, 0);

    Summary plus(Summary other) {
      return new Summary(
          files + other.files,
          directories + other.directories,
          bytes + other.bytes,
          blocks + other.blocks,
          localBytes + other.localBytes);
    }
  }

  /**
   * Attaches a tree.
   *
   * @param store the store's name, as the DataNodes know it
   * @param root what becomes the target directory
   * @param objects all that is below the root with its extents, a directory before what is in it
   * @param target a directory that does not exist yet
   * @throws IOException if anything cannot be attached; nothing is in sight then
   */
  public Summary attach(String store, StorePath root, Iterator<StoreObject> objects, Path target)
      throws IOException {
    Path at = hdfs.makeQualified(target);
    if (hdfs.exists(at)) {
      throw new IOException("'" + at + "' exists; name a directory that does not");
    }
    Path staging = new Path(at.getParent(), ".situ-attach-" + at.getName());
    hdfs.delete(staging, true);
    hdfs.mkdirs(staging);
    boolean done = false;
    try {
      Summary summary = new Tree(store, root, staging).lay(objects);
      hdfs.rename(staging, at, Options.Rename.NONE);
      done = true;
      return summary;
    } finally {
      if (!done) {
        hdfs.delete(staging, true);
      }
    }
  }

  private final class Tree {
    private final String store;
    private final StorePath root;
    private final Path staging;
    private final DataNodes nodes = DataNodes.of(nameNode);
    private final AttachBatch batch = new AttachBatch(workers, nodes, links);
    private Summary summary = Summary.NONE;

    Tree(String store, StorePath root, Path staging) throws IOException {
      this.store = store;
      this.root = root;
      this.staging = staging;
    }

    Summary lay(Iterator<StoreObject> objects) throws IOException {
      List<StoreObject> files = new ArrayList<>();
      while (objects.hasNext()) {
        StoreObject object = objects.next();
        if (object.isDirectory()) {
          directory(object);
        } else if (object.isFile()) {
          files.add(object);
        }
        if (files.size() == BATCH) {
          files(files);
          files.clear();
        }
      }
      files(files);
      return summary;
    }

    private void directory(StoreObject object) throws IOException {
      Path path = place(object);
      hdfs.mkdirs(path, new FsPermission((short) (object.attributes().mode() & 0777)));
      hdfs.setOwner(path, object.attributes().owner(), object.attributes().group());
      summary = summary.plus(new Summary(0, 1, 0, 0, 0));
    }

    private void files(List<StoreObject> objects) throws IOException {
      List<NewFile> files = batch.all(objects, this::create);
      batch.run(files);
      batch.all(files, this::dress);
    }

    private NewFile create(StoreObject object) throws IOException {
      List<BlockCut> cuts = BlockCut.of(object, LEAST_BLOCK);
      int copies = cuts.stream().mapToInt(cut -> cut.hosts().size()).max().orElse(1);
      NewFile file =
          new NewFile(
              nameNode,
              client,
              place(object).toUri().getPath(),
              store,
              new NewFile.Source(object, cuts));
      file.create((short) Math.max(1, copies), blockSize);
      add(object, cuts);
      return file;
    }

    private synchronized void add(StoreObject object, List<BlockCut> cuts) {
      long local = cuts.stream().mapToLong(BlockCut::local).sum();
      summary = summary.plus(new Summary(1, 0, object.size(), cuts.size(), local));
    }

    private Void dress(NewFile file) throws IOException {
      StoreObject object = file.object();
      nameNode.setStoragePolicy(file.path(), NEVER_COPIED);
      nameNode.setXAttr(file.path(), file.mark(), EnumSet.of(XAttrSetFlag.CREATE));
      nameNode.setTimes(
          file.path(), object.attributes().modifiedMillis(), object.attributes().accessedMillis());
      nameNode.setOwner(file.path(), object.attributes().owner(), object.attributes().group());
      return null;
    }

    private Path place(StoreObject object) {
      String below = object.path().toString().substring(root.toString().length());
      return new Path(staging.toUri().getPath() + (below.startsWith("/") ? below : "/" + below));
    }
  }

  @Override
  public void close() {
    workers.shutdownNow();
  }
}
