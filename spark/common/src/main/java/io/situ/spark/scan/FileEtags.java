// SPDX-License-Identifier: Apache-2.0
package io.situ.spark.scan;

import io.situ.spark.scan.footer.ScanFile;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.EtagSource;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Which versions files are when a scan is planned, as their file systems say it. Nothing is kept: a
 * version that is not the current one would fail a scan that is right. Thread-safe.
 */
final class FileEtags {

  private static final Logger LOG = LoggerFactory.getLogger(FileEtags.class);

  private static final int MAX_THREADS = 16;

  /** More are asked for side by side. */
  private static final int FILES_PER_THREAD = 32;

  private final Configuration conf;

  /** File systems whose files have no versions. */
  private final Set<FileSystem> without = ConcurrentHashMap.newKeySet();

  private FileEtags(Configuration conf) {
    this.conf = conf;
  }

  /**
   * Returns the versions of files, in their order; empty for a file that has none or cannot be
   * asked for in time. A file system whose first files have none is not asked for the others.
   *
   * @param deadline for all of them, as {@link System#nanoTime} has it
   * @throws InterruptedException if the calling thread is interrupted
   */
  static List<String> of(List<ScanFile> files, Configuration conf, long deadline)
      throws InterruptedException {
    if (files.isEmpty()) {
      return List.of();
    }
    FileEtags source = new FileEtags(conf);
    int count = Math.min(MAX_THREADS, 1 + files.size() / FILES_PER_THREAD);
    ExecutorService threads = Executors.newFixedThreadPool(count, FileEtags::thread);
    List<Future<String>> asked = new ArrayList<>(files.size());
    try {
      files.forEach(file -> asked.add(threads.submit(() -> source.etag(file.path()))));
      List<String> etags = new ArrayList<>(files.size());
      int unknown = 0;
      for (Future<String> each : asked) {
        Optional<String> etag = await(each, deadline);
        unknown += etag.isPresent() ? 0 : 1;
        etags.add(etag.orElse(""));
      }
      if (unknown > 0) {
        LOG.warn(
            "the versions of {} of {} files that are read in parts could not be asked for in time;"
                + " whether these change meanwhile is seen by length and time alone",
            unknown,
            files.size());
      }
      return etags;
    } finally {
      asked.forEach(each -> each.cancel(false));
      threads.shutdown();
    }
  }

  private String etag(Path file) throws IOException {
    FileSystem fileSystem = file.getFileSystem(conf);
    if (without.contains(fileSystem)) {
      return "";
    }
    FileStatus status = fileSystem.getFileStatus(file);
    if (!(status instanceof EtagSource)) {
      without.add(fileSystem);
    }
    return ListedFile.etag(status);
  }

  /** Returns empty where that is not known. */
  private static Optional<String> await(Future<String> asked, long deadline)
      throws InterruptedException {
    try {
      return Optional.of(
          asked.get(Math.max(0, deadline - System.nanoTime()), TimeUnit.NANOSECONDS));
    } catch (ExecutionException | TimeoutException e) {
      LOG.debug("the version of a file is not known", e);
      return Optional.empty();
    }
  }

  private static Thread thread(Runnable work) {
    Thread thread = new Thread(work, "situ-scan-versions");
    thread.setDaemon(true);
    return thread;
  }
}
