// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce.shuffle;

import io.situ.storage.local.FileLinks;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSError;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocalFileSystem;
import org.apache.hadoop.io.compress.CompressionCodec;
import org.apache.hadoop.mapred.IFile;
import org.apache.hadoop.mapred.IFileInputStream;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.TaskAttemptID;
import org.apache.hadoop.mapreduce.CryptoUtils;
import org.apache.hadoop.util.Progressable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds a reduce attempt's partition in the outputs of maps. Where the store has hard links, and
 * may be written, the attempt gets a name of its own for each file, so that it can read on no
 * matter who takes the map's name away. Not thread-safe.
 */
final class MapOutputFinder {

  /**
   * Configuration key, set for each job: whether reducers give map output names of their own by
   * hard links.
   */
  static final String LINKS = "situ.mapreduce.shuffle.links";

  private static final Logger LOG = LoggerFactory.getLogger(MapOutputFinder.class);

  /** Two marks of -1, one byte each: a partition without records. */
  private static final int NO_RECORDS = 2;

  private static final int SCRATCH = 1 << 16;

  private final JobConf conf;
  private final FileSystem local;
  private final ShuffleDirectory directory;
  private final TaskAttemptID reduce;
  private boolean links;

  /**
   * A partition that was found whole in length.
   *
   * @param file the map's file, by a name that stays
   */
  record Found(TaskAttemptID map, Path file, MapOutputIndex index) {}

  MapOutputFinder(JobConf conf, ShuffleDirectory directory, TaskAttemptID reduce)
      throws IOException {
    this.conf = conf;
    this.local = ((LocalFileSystem) FileSystem.getLocal(conf)).getRawFileSystem();
    this.directory = directory;
    this.reduce = reduce;
    this.links = conf.getBoolean(LINKS, true);
  }

  FileSystem fileSystem() {
    return local;
  }

  /**
   * Looks for what a map attempt has for this reduce.
   *
   * @return a part of each of its files that has records of this partition
   * @throws BadMapOutputException if something is missing or too short
   * @throws IOException if this process can open no more files
   */
  List<Found> find(TaskAttemptID map) throws IOException {
    try {
      Path written = directory.attempt(map);
      List<MapOutputIndex> places =
          MapOutputIndex.read(
              written.resolve(ShuffleDirectory.INDEX),
              conf.getNumReduceTasks(),
              reduce.getTaskID().getId());
      List<Found> found = new ArrayList<>();
      for (int i = 0; i < places.size(); i++) {
        Path file = written.resolve(i == 0 ? ShuffleDirectory.OUTPUT : ShuffleDirectory.spill(i));
        MapOutputIndex place = places.get(i);
        requireLength(file, place);
        if (place.rawLength() - CryptoUtils.cryptoPadding(conf) > NO_RECORDS) {
          found.add(new Found(map, keep(file, map + "-" + i), place));
        }
      }
      return found;
    } catch (IOException e) {
      throw BadMapOutputException.of(map, directory, e);
    }
  }

  private static void requireLength(Path file, MapOutputIndex place) throws IOException {
    long size = Files.size(file);
    if (size < place.end()) {
      throw new IOException("it has " + size + " bytes and must have " + place.end());
    }
  }

  /** Some file systems that have no links say of a file that is there that it is not. */
  private Path keep(Path file, String name) throws IOException {
    if (!links) {
      return file;
    }
    try {
      return link(directory.makeAttempt(reduce).resolve(name), file);
    } catch (NoSuchFileException e) {
      if (Files.notExists(file)) {
        throw e;
      }
      return goWithoutLinks(file, "none can be made");
    } catch (UnsupportedOperationException | IOException e) {
      return goWithoutLinks(file, e.getMessage());
    }
  }

  private Path goWithoutLinks(Path file, String why) {
    LOG.info(
        "no names of its own for {} in {} ({}): outputs are read by the maps' own names",
        reduce,
        directory,
        why);
    links = false;
    return file;
  }

  private static Path link(Path own, Path file) throws IOException {
    try {
      FileLinks.create(own, file);
    } catch (FileAlreadyExistsException e) {
      // Made by an earlier look at this map.
    }
    return own;
  }

  /**
   * Reads a partition from its first to its last byte and compares its checksum.
   *
   * @param progress called for each {@value #SCRATCH} bytes, so that the task is not taken for
   *     stuck
   * @throws BadMapOutputException if it is another one
   * @throws IOException if this process can open no more files
   */
  void verify(Found found, Progressable progress) throws IOException {
    byte[] scratch = new byte[SCRATCH];
    try (FSDataInputStream raw = open(found, SCRATCH);
        IFileInputStream in = new IFileInputStream(raw, plainLength(found), conf)) {
      int read;
      do {
        progress.progress();
        read = in.read(scratch, 0, SCRATCH);
      } while (read >= 0);
    } catch (IOException | FSError e) {
      throw BadMapOutputException.of(found.map(), directory, e);
    }
  }

  /**
   * Returns a reader of a partition, which opens its file when the first record is asked for.
   *
   * @param codec null if the output is not compressed
   * @param buffer bytes fetched at once
   */
  <K, V> SegmentReader<K, V> reader(Found found, CompressionCodec codec, int buffer)
      throws IOException {
    long length = plainLength(found);
    return new SegmentReader<>(
        conf,
        length,
        () -> new IFile.Reader<>(conf, open(found, buffer), length, codec, null),
        cause -> BadMapOutputException.of(found.map(), directory, cause));
  }

  private long plainLength(Found found) throws IOException {
    return found.index().length() - CryptoUtils.cryptoPadding(conf);
  }

  private FSDataInputStream open(Found found, int buffer) throws IOException {
    FSDataInputStream in = local.open(SharedOutputFiles.hadoopPath(found.file()), buffer);
    try {
      in.seek(found.index().offset());
      return CryptoUtils.wrapIfNecessary(conf, in);
    } catch (IOException | RuntimeException e) {
      in.close();
      throw e;
    }
  }

  /**
   * Refuses to go on where this host does not show the job's directory.
   *
   * @throws IOException in one sentence
   */
  void requireReadable() throws IOException {
    directory.requireReadable();
  }

  /** Takes this attempt's own names away. */
  void close() throws IOException {
    directory.removeAttempt(reduce);
  }
}
