package io.situ.hdfs.attach;

import io.situ.hadoop.fs.SituStores;
import io.situ.hdfs.link.LinkMark;
import io.situ.hdfs.link.LinkSources;
import io.situ.hdfs.link.LinkedBlock;
import io.situ.storage.Store;
import io.situ.storage.StoreException;
import io.situ.storage.StoreObject;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;

/** The objects that files were made of, as they are now. Safe for use by many threads. */
final class ObjectSources implements AutoCloseable {

  private final LinkSources links;

  ObjectSources(Configuration conf) {
    this.links = new LinkSources(name -> SituStores.open(name, conf));
  }

  /**
   * What a file's object should be in HDFS.
   *
   * @throws StoreException if the object is gone; see {@link #isGone}
   * @throws IOException if the store cannot be asked
   */
  Source now(LinkedBlock mark, String place) throws IOException {
    Store store = links.store(mark.store());
    StoreObject object = store.stat(mark.object(), true);
    if (!object.isFile()) {
      throw new StoreException(
          StoreException.Kind.NOT_FOUND, mark.object(), "is not a file any more");
    }
    return Source.of(
        mark.store(),
        object.withPath(mark.object()).withExtents(store.placement(object, 0, object.size())),
        place);
  }

  /** Where the store has an object, in the driver's terms; for a mount its path there. */
  String absolute(LinkedBlock mark) throws IOException {
    String root = links.store(mark.store()).info().root();
    return root.equals("/") ? mark.object().toString() : root + mark.object();
  }

  static boolean isGone(StoreException e) {
    return e.kind() == StoreException.Kind.NOT_FOUND
        || e.kind() == StoreException.Kind.NOT_A_DIRECTORY;
  }

  /**
   * @throws io.situ.hdfs.link.LinkBrokenException if the object is not what was attached
   * @throws IOException if the store cannot be asked
   */
  void check(LinkedBlock mark) throws IOException {
    String identity = links.store(mark.store()).info().identity();
    links.check(new LinkMark(mark, identity, false, false, false));
  }

  @Override
  public void close() throws IOException {
    links.close();
  }
}
