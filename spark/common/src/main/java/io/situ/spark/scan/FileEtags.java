// SPDX-License-Identifier: Apache-2.0
package io.situ.spark.scan;

import io.situ.spark.scan.footer.ScanFile;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.hadoop.conf.Configuration;
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

  private FileEtags() {}

  /**
   * Returns the versions of files, in their order; empty for a file that has none or cannot be
   * asked for in time.
   *
   * @param timeout for all of them
   * @throws InterruptedException if the calling thread is interrupted
   */
  static List<String> of(List<ScanFile> files, Configuration conf, Duration timeout)
      throws InterruptedException {
    if (files.isEmpty()) {
      return List.of();
    }
    long deadline = System.nanoTime() + timeout.toNanos();
    int count = Math.min(MAX_THREADS, 1 + files.size() / FILES_PER_THREAD);
    ExecutorService threads = Executors.newFixedThreadPool(count, FileEtags::thread);
    List<Future<String>> asked = new ArrayList<>(files.size());
    try {
      for (ScanFile file : files) {
        asked.add(
            threads.submit(
                () -> ListedFile.etag(file.path().getFileSystem(conf).getFileStatus(file.path()))));
      }
      List<String> etags = new ArrayList<>(files.size());
      for (Future<String> each : asked) {
        etags.add(await(each, deadline));
      }
      return etags;
    } finally {
      asked.forEach(each -> each.cancel(false));
      threads.shutdown();
    }
  }

  private static String await(Future<String> asked, long deadline) throws InterruptedException {
    try {
      return asked.get(Math.max(0, deadline - System.nanoTime()), TimeUnit.NANOSECONDS);
    } catch (ExecutionException | TimeoutException e) {
      LOG.debug("the version of a file is not known", e);
      return "";
    }
  }

  private static Thread thread(Runnable work) {
    Thread thread = new Thread(work, "situ-scan-versions");
    thread.setDaemon(true);
    return thread;
  }
}
