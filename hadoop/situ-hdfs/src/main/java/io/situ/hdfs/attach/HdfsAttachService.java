// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.attach;

import io.situ.hadoop.fs.config.ClientSecurity;
import io.situ.hdfs.client.FileChecksums;
import io.situ.hdfs.lock.NamespaceLock;
import io.situ.hdfs.parallel.ParallelSteps;
import io.situ.hdfs.source.AttachObjects;
import io.situ.hdfs.source.AttachSummary;
import io.situ.hdfs.source.AttachedTree;
import io.situ.hdfs.source.HdfsFailures;
import io.situ.hdfs.source.ObjectSources;
import io.situ.hdfs.source.SkippedObject;
import io.situ.hdfs.tree.TreeRoot;
import io.situ.hdfs.write.AttachSession;
import io.situ.storage.StoreException;
import io.situ.storage.StoreObject;
import java.io.IOException;
import java.net.URI;
import java.net.UnknownHostException;
import java.util.Iterator;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Attaching and detaching for callers who know of Hadoop only its configuration. Not thread-safe.
 */
public final class HdfsAttachService implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(HdfsAttachService.class);

  private final DistributedFileSystem hdfs;
  private final Path target;
  private final NamespaceLock lock;

  private HdfsAttachService(DistributedFileSystem hdfs, Path target, Consumer<String> notices) {
    this.hdfs = hdfs;
    this.target = target;
    this.lock = new NamespaceLock(hdfs, notices);
  }

  /** As the other, with notices in the log. */
  public static HdfsAttachService open(Map<String, String> settings, String directory)
      throws IOException {
    return open(settings, directory, LOG::warn);
  }

  /**
   * Opens the HDFS that a directory is in.
   *
   * @param settings keys that hold over Hadoop's defaults
   * @param directory a URI such as {@code hdfs://namenode/data}, or a path in the default file
   *     system
   * @param notices gets a sentence for each command that is waited for
   * @throws IOException if that is no HDFS, its NameNode cannot be found, or this user cannot log
   *     in there
   */
  public static HdfsAttachService open(
      Map<String, String> settings, String directory, Consumer<String> notices) throws IOException {
    Configuration conf = new HdfsConfiguration();
    settings.forEach(conf::set);
    ClientSecurity.requireLogin(conf);
    Path target = target(directory);
    URI uri = target.toUri().getScheme() == null ? FileSystem.getDefaultUri(conf) : target.toUri();
    FileSystem system = HdfsFailures.translate(() -> system(uri, conf));
    if (system instanceof DistributedFileSystem hdfs) {
      return new HdfsAttachService(hdfs, hdfs.makeQualified(target), notices);
    }
    system.close();
    throw foreign(directory);
  }

  /** Hadoop reports an unknown host by another kind of exception. */
  private static FileSystem system(URI uri, Configuration conf) throws IOException {
    try {
      return FileSystem.newInstance(uri, conf);
    } catch (IllegalArgumentException e) {
      if (e.getCause() instanceof UnknownHostException unknown) {
        throw unknown;
      }
      throw e;
    }
  }

  private static Path target(String directory) throws StoreException {
    try {
      return new Path(directory);
    } catch (IllegalArgumentException e) {
      throw foreign(directory);
    }
  }

  private static StoreException foreign(String directory) {
    return new StoreException(
        StoreException.Kind.INVALID_ARGUMENT,
        null,
        "'" + directory + "' is not in HDFS; write hdfs://NAMENODE/DIR");
  }

  /** As {@link #attach(AttachedTree, AttachObjects, SkippedObject.Taker)}, all or nothing. */
  public AttachSummary attach(AttachedTree tree, Iterator<StoreObject> objects) throws IOException {
    return attach(tree, AttachObjects.of(objects), SkippedObject.Taker.NONE);
  }

  /**
   * Attaches a tree at the directory; see {@link Attacher#attach}.
   *
   * @param taker gets the objects that are left out
   * @throws StoreException if nothing can be attached
   */
  public AttachSummary attach(AttachedTree tree, AttachObjects objects, SkippedObject.Taker taker)
      throws IOException {
    return working(
        () -> {
          try (Attacher attacher = attacher(taker)) {
            return attacher.attach(tree, objects, target);
          }
        });
  }

  private Attacher attacher(SkippedObject.Taker taker) throws IOException {
    return new Attacher(AttachSession.open(hdfs, lock), taker);
  }

  /**
   * Keeps all other attaches and repairs in this HDFS out, and waits until those that have begun
   * end. {@link #attach}, {@link #update} and {@link #repair} do so by themselves; this is for what
   * is to be seen before them and must not change meanwhile, such as {@link #snapshot}.
   *
   * @param command as the user knows it, for those that wait
   * @throws StoreException if HDFS refuses the lock; see {@link NamespaceLock#take}
   */
  public NamespaceLock.Hold exclude(String command) throws IOException {
    return working(() -> lock.take(command, target));
  }

  /**
   * The snapshot by which the directory was attached, empty if it was by none; see {@link
   * AttachedTree#snapshot}.
   *
   * @throws StoreException if HDFS does not answer
   */
  public String snapshot() throws IOException {
    return HdfsFailures.translate(
        () -> {
          TreeRoot.requireSuperuser(hdfs);
          return hdfs.exists(target)
              ? AttachedTree.read(hdfs, target).map(AttachedTree::snapshot).orElse("")
              : "";
        });
  }

  /**
   * Makes what is attached at the directory what it is now; see {@link Attacher#update}.
   *
   * @param taker gets the objects that are left out
   * @throws StoreException if nothing can be attached
   */
  public AttachSummary update(AttachedTree tree, AttachChanges changes, SkippedObject.Taker taker)
      throws IOException {
    return working(
        () -> {
          try (Attacher attacher = attacher(taker)) {
            return attacher.update(tree, changes, target);
          }
        });
  }

  /**
   * Takes what was attached out of the directory; see {@link Detacher}.
   *
   * @throws StoreException if the directory is not there or HDFS refuses
   */
  public Detacher.Summary detach() throws IOException {
    return working(
        () -> {
          lock.removeAbandoned();
          return new Detacher(hdfs).detach(target);
        });
  }

  /**
   * What is attached at the directory, and how it is served.
   *
   * @throws StoreException if the directory is not there or HDFS does not answer
   */
  public AttachStatus status() throws IOException {
    return HdfsFailures.translate(
        () ->
            forRead((parallel, sources) -> new StatusReader(hdfs, parallel, sources).read(target)));
  }

  /**
   * Asks the store whether the objects are still what was attached. Where checksums are noted, HDFS
   * is asked for its own, for which DataNodes read what has none yet; where all that have a block
   * are silent they are waited for up to a day, see {@link FileChecksums}.
   *
   * @param report of each that is not, or cannot be looked at
   * @param sums what is noted of the objects
   * @return how many attached files were looked at
   * @throws StoreException if the directory is not there, HDFS or a store does not answer, or no
   *     DataNode does; what was found until then was reported
   */
  public long verify(Consumer<BrokenFile> report, KnownChecksums sums) throws IOException {
    return HdfsFailures.translate(
        () -> {
          try (FileChecksums checksums = new FileChecksums(hdfs)) {
            return forRead(
                (parallel, sources) ->
                    new Verifier(hdfs, parallel, sources, report, sums, checksums).run(target));
          }
        });
  }

  /** As {@link #repair(SkippedObject.Taker)}, all or nothing. */
  public AttachSummary repair() throws IOException {
    return repair(SkippedObject.Taker.NONE);
  }

  /**
   * Makes attached files what their objects are now; see {@link Repairer}.
   *
   * @param taker gets the objects that are left out
   * @throws StoreException if nothing can be repaired
   */
  public AttachSummary repair(SkippedObject.Taker taker) throws IOException {
    return working(
        () -> {
          try (AttachSession session = AttachSession.open(hdfs, lock)) {
            return new Repairer(session, taker).run(target);
          }
        });
  }

  /**
   * Writes the Global Information File of what is attached at the directory; see {@link
   * GlobalInformationFileWriter}.
   *
   * @param file a URI or path in the same HDFS; replaced if it is there
   * @return how many rows it has
   * @throws StoreException if it cannot be written, or the directory is not there
   */
  public long writeInformation(String file) throws IOException {
    Path to = hdfs.makeQualified(target(file));
    if (!to.toUri().getAuthority().equals(target.toUri().getAuthority())
        || !to.toUri().getScheme().equals(target.toUri().getScheme())) {
      throw new StoreException(
          StoreException.Kind.INVALID_ARGUMENT,
          null,
          "'" + file + "' must be in the same HDFS as '" + target + "'");
    }
    return working(
        () ->
            forRead(
                (parallel, sources) ->
                    GlobalInformationFileWriter.write(hdfs, parallel, sources, target, to)));
  }

  private interface Look<T> {
    T run(ParallelSteps parallel, ObjectSources sources) throws IOException;
  }

  private <T> T forRead(Look<T> look) throws IOException {
    TreeRoot.requireSuperuser(hdfs);
    try (ParallelSteps parallel = new ParallelSteps(ParallelSteps.LOOKING);
        ObjectSources sources = new ObjectSources(hdfs.getConf())) {
      return look.run(parallel, sources);
    }
  }

  /** Nothing can be changed while the NameNode is in safe mode. */
  private <T> T working(HdfsFailures.Call<T> call) throws IOException {
    return HdfsFailures.translate(
        () -> {
          if (hdfs.isInSafeMode()) {
            throw new StoreException(
                StoreException.Kind.UNAVAILABLE,
                null,
                "the NameNode of '"
                    + target
                    + "' is in safe mode and changes nothing; try again when it has left it, by"
                    + " itself or by 'hdfs dfsadmin -safemode leave'");
          }
          TreeRoot.requireSuperuser(hdfs);
          return call.run();
        });
  }

  @Override
  public void close() throws IOException {
    hdfs.close();
  }
}
