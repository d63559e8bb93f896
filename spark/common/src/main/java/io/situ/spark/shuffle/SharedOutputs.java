// SPDX-License-Identifier: Apache-2.0
package io.situ.spark.shuffle;

import io.situ.spark.shuffle.directory.ApplicationDirectory;
import io.situ.spark.shuffle.directory.SharedFiles;
import io.situ.spark.shuffle.output.MapOutputId;
import io.situ.spark.shuffle.output.MapOutputReader;
import io.situ.spark.shuffle.output.OpenOutputs;
import io.situ.spark.shuffle.output.RangeRequest;
import io.situ.spark.shuffle.output.ReadPool;
import io.situ.spark.shuffle.output.Rereading;
import io.situ.spark.shuffle.output.SharedMapOutputWriter;
import io.situ.spark.shuffle.output.SpillTransfer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.apache.spark.SparkConf;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What one process of an application needs to write and read its map outputs. Thread-safe. */
final class SharedOutputs implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(SharedOutputs.class);
  private static final int MIN_THREADS = 8;
  private static final int THREADS_PER_CORE = 2;

  private final SparkConf conf;
  private final org.apache.hadoop.fs.Path application;
  private final org.apache.hadoop.fs.Path data;
  private final Optional<Path> hostPath;
  private final SharedFiles files;
  private final OpenOutputs open;
  private final ReadPool pool;

  /**
   * Opens the file system of the application's directory.
   *
   * @throws IOException in one sentence, also if another user may have replaced the directory
   */
  SharedOutputs(SharedShuffleHandle<?, ?, ?> handle, SparkConf conf) throws IOException {
    this.conf = conf;
    this.application = handle.application();
    this.data = handle.data();
    this.hostPath = handle.hostPath();
    this.files =
        SharedFiles.open(application.getParent(), SparkShuffleChoice.hadoopConfiguration(conf));
    try {
      ApplicationDirectory.requirePrivate(files, application, handle.owner());
    } catch (IOException | RuntimeException e) {
      files.close();
      throw e;
    }
    this.open = new OpenOutputs(files);
    int cores = Runtime.getRuntime().availableProcessors();
    this.pool = new ReadPool(Math.max(MIN_THREADS, THREADS_PER_CORE * cores));
  }

  MapOutputId output(int shuffle, int partitions, long map) {
    return new MapOutputId(data, shuffle, partitions, map, -1);
  }

  SharedMapOutputWriter writer(MapOutputId output) {
    return new SharedMapOutputWriter(files, output, SparkShuffleKeys.sync(conf));
  }

  SpillTransfer transfer(MapOutputId output) {
    return new SpillTransfer(files, hostPath, output, SparkShuffleKeys.sync(conf));
  }

  MapOutputReader reader(List<RangeRequest> requests) {
    Rereading rereading = new Rereading(SparkShuffleKeys.waitMillis(conf));
    return new MapOutputReader(
        open, pool, rereading, requests, SparkShuffleKeys.maxBytesAhead(conf));
  }

  /**
   * Refuses to go on where this host does not show the application's directory: what is missing in
   * it is then not the fault of maps.
   *
   * @throws IOException in one sentence
   */
  void requireVisible(Throwable cause) throws IOException {
    if (!ApplicationDirectory.isVisible(files, application)) {
      throw new IOException(
          "shuffle data in '" + application + "' cannot be read: " + files.notHere(), cause);
    }
  }

  void closeShuffle(int shuffle) {
    open.closeShuffle(shuffle);
  }

  @Override
  public void close() {
    pool.close();
    open.close();
    try {
      files.close();
    } catch (IOException e) {
      LOG.debug("the file system of {} was not closed", application, e);
    }
  }
}
