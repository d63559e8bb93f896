// SPDX-License-Identifier: Apache-2.0
package io.situ.hadoop.fs;

import java.io.Closeable;
import java.io.FileNotFoundException;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.lib.output.FileOutputCommitterFactory;
import org.apache.hadoop.mapreduce.lib.output.PathOutputCommitter;
import org.apache.hadoop.mapreduce.lib.output.PathOutputCommitterFactory;
import org.apache.hadoop.mapreduce.lib.output.committer.manifest.ManifestCommitter;
import org.apache.hadoop.mapreduce.lib.output.committer.manifest.ManifestCommitterConstants;

/**
 * Picks the committer of jobs that write to {@code situ://}: Hadoop's manifest committer, which
 * commits tasks atomically and a job with parallel renames, for jobs that write by Hadoop's own
 * output formats; the classic one for all others. Spark's own commit protocol knows the work
 * directory of no committer but the classic one and would write into the output directly, so there
 * the classic one stays too.
 */
public final class SituCommitterFactory extends PathOutputCommitterFactory {

  @Override
  public PathOutputCommitter createOutputCommitter(Path output, TaskAttemptContext context)
      throws IOException {
    return CommitterChoice.isManifest(context)
        ? Manifests.of(output, context)
        : new FileOutputCommitterFactory().createOutputCommitter(output, context);
  }

  /**
   * Hadoop's committer makes a manifest for every task, for statistics. In most jobs maps write no
   * output, and that is a good part of what a short one costs.
   *
   * <p>On the local runner it has few threads: for every record a map reads, Hadoop adds up what
   * each thread of the process has read, and these would be most of them.
   */
  private static final class Manifests extends ManifestCommitter {

    private static final String LOCAL_RUNNER = "local";
    private static final int LOCAL_THREADS = 2;

    /** Returns the base class, for the caller to be linked without Hadoop's manifest committer. */
    static PathOutputCommitter of(Path output, TaskAttemptContext context) throws IOException {
      return new Manifests(output, context);
    }

    private Manifests(Path output, TaskAttemptContext context) throws IOException {
      super(output, context);
      keepThreadsFew(context);
    }

    private static void keepThreadsFew(JobContext context) {
      Configuration conf = context.getConfiguration();
      int hadoops = ManifestCommitterConstants.OPT_IO_PROCESSORS_DEFAULT;
      if (context.getJobID().getJtIdentifier().startsWith(LOCAL_RUNNER)
          && conf.getInt(ManifestCommitterConstants.OPT_IO_PROCESSORS, hadoops) == hadoops) {
        conf.setInt(ManifestCommitterConstants.OPT_IO_PROCESSORS, LOCAL_THREADS);
      }
    }

    @Override
    public void commitJob(JobContext context) throws IOException {
      keepThreadsFew(context);
      super.commitJob(context);
    }

    @Override
    public boolean needsTaskCommit(TaskAttemptContext context) throws IOException {
      Path work = getWorkPath();
      FileSystem fs = work.getFileSystem(context.getConfiguration());
      try {
        RemoteIterator<FileStatus> entries = fs.listStatusIterator(work);
        Closeable listing = entries instanceof Closeable open ? open : () -> {};
        try (listing) {
          return entries.hasNext();
        }
      } catch (FileNotFoundException e) {
        return false;
      }
    }
  }
}
