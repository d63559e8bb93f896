package io.situ.hdfs.attach;

import io.situ.storage.StoreObject;
import io.situ.storage.StorePath;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.HdfsConfiguration;

/**
 * Attaching and detaching for callers who know of Hadoop only its configuration. For one thread.
 */
public final class HdfsDoor implements AutoCloseable {

  private static final List<String> FILES = List.of("core-site.xml", "hdfs-site.xml");

  private final DistributedFileSystem hdfs;
  private final Path target;

  private HdfsDoor(DistributedFileSystem hdfs, Path target) {
    this.hdfs = hdfs;
    this.target = target;
  }

  /**
   * Opens the HDFS that a directory is in.
   *
   * @param files directory of Hadoop's configuration files, where there is one
   * @param settings keys that hold over those files
   * @param directory a URI such as {@code hdfs://namenode/data}, or a path in the default file
   *     system
   * @throws IOException if that is no HDFS, or its NameNode cannot be found
   */
  public static HdfsDoor open(
      Optional<java.nio.file.Path> files, Map<String, String> settings, String directory)
      throws IOException {
    Configuration conf = new HdfsConfiguration();
    for (String name : FILES) {
      files
          .map(path -> path.resolve(name))
          .filter(Files::exists)
          .ifPresent(file -> conf.addResource(new Path(file.toUri())));
    }
    settings.forEach(conf::set);
    Path target = new Path(directory);
    URI uri = target.toUri().getScheme() == null ? FileSystem.getDefaultUri(conf) : target.toUri();
    FileSystem system = FileSystem.newInstance(uri, conf);
    if (system instanceof DistributedFileSystem hdfs) {
      return new HdfsDoor(hdfs, hdfs.makeQualified(target));
    }
    system.close();
    throw new IOException("'" + directory + "' is not in HDFS; write hdfs://NAMENODE/DIR");
  }

  /**
   * Attaches a tree at the directory; see {@link Attacher#attach}.
   *
   * @throws IOException if anything cannot be attached; nothing is in sight then
   */
  public Attacher.Summary attach(String store, StorePath root, Iterator<StoreObject> objects)
      throws IOException {
    try (Attacher attacher = new Attacher(hdfs)) {
      return attacher.attach(store, root, objects, target);
    }
  }

  /**
   * Takes what was attached out of the directory; see {@link Detacher}.
   *
   * @throws IOException if the directory is not there or HDFS refuses
   */
  public Detacher.Summary detach() throws IOException {
    return new Detacher(hdfs).detach(target);
  }

  @Override
  public void close() throws IOException {
    hdfs.close();
  }
}
