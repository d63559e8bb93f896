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
   * What file systems said.
   *
   * @param etags the versions of files, in their order; empty for a file that has none, or whose
   *     version is not known
   * @param late how many had no answer in time
   * @param failed how many could not be asked for
   * @param reason why the first of these could not be; empty where there are none
   */
  record Answers(List<String> etags, int late, int failed, Optional<String> reason) {

    private void warn() {
      if (late > 0) {
        LOG.warn(
            "the versions of {} of {} files that are read in parts could not be asked for in time;"
                + " whether these change meanwhile is seen by length and time alone",
            late,
            etags.size());
      }
      if (failed > 0) {
        LOG.warn(
            "the versions of {} of {} files that are read in parts could not be asked for; whether"
                + " these change meanwhile is seen by length and time alone; the first reason: {}",
            failed,
            etags.size(),
            reason.orElse(""));
      }
    }
  }

  /**
   * Returns the versions of files, in their order; empty for a file that has none or cannot be
   * asked for in time, of which a warning says how many there are. A file system whose first files
   * have none is not asked for the others.
   *
   * @param deadline for all of them, as {@link System#nanoTime} has it
   * @throws InterruptedException if the calling thread is interrupted
   */
  static List<String> of(List<ScanFile> files, Configuration conf, long deadline)
      throws InterruptedException {
    Answers answers = ask(files, conf, deadline);
    answers.warn();
    return answers.etags();
  }

  /** As {@link #of}, without the warning. */
  static Answers ask(List<ScanFile> files, Configuration conf, long deadline)
      throws InterruptedException {
    if (files.isEmpty()) {
      return new Answers(List.of(), 0, 0, Optional.empty());
    }
    FileEtags source = new FileEtags(conf);
    int count = Math.min(MAX_THREADS, 1 + files.size() / FILES_PER_THREAD);
    ExecutorService threads = Executors.newFixedThreadPool(count, FileEtags::thread);
    List<Future<String>> asked = new ArrayList<>(files.size());
    try {
      files.forEach(file -> asked.add(threads.submit(() -> source.etag(file.path()))));
      return await(asked, deadline);
    } finally {
      asked.forEach(each -> each.cancel(false));
      threads.shutdown();
    }
  }

  private static Answers await(List<Future<String>> asked, long deadline)
      throws InterruptedException {
    List<String> etags = new ArrayList<>(asked.size());
    int late = 0;
    int failed = 0;
    Optional<String> reason = Optional.empty();
    for (Future<String> each : asked) {
      String etag = "";
      try {
        etag = each.get(Math.max(0, deadline - System.nanoTime()), TimeUnit.NANOSECONDS);
      } catch (TimeoutException e) {
        late++;
      } catch (ExecutionException e) {
        failed++;
        reason = reason.or(() -> Optional.of(String.valueOf(e.getCause())));
      }
      etags.add(etag);
    }
    return new Answers(etags, late, failed, reason);
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

  private static Thread thread(Runnable work) {
    Thread thread = new Thread(work, "situ-scan-versions");
    thread.setDaemon(true);
    return thread;
  }
}
