package io.situ.mapreduce.jobfile;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.function.Consumer;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.mapreduce.JobSubmissionFiles;

/** The {@code job.xml} of a job that is written to its submit directory and not yet handed on. */
public final class JobXml {

  private JobXml() {}

  /**
   * Writes the file again with a change.
   *
   * @throws IOException if it cannot be read or written; the job must then not be submitted
   */
  public static void rewrite(FileSystem fs, Path submitDir, Consumer<Configuration> change)
      throws IOException {
    Path file = JobSubmissionFiles.getJobConfPath(submitDir);
    Configuration written = new Configuration(false);
    try (InputStream in = fs.open(file)) {
      written.addResource(in, file.getName());
      written.size();
    }
    change.accept(written);
    try (OutputStream out =
        FileSystem.create(fs, file, new FsPermission(JobSubmissionFiles.JOB_FILE_PERMISSION))) {
      written.writeXml(out);
    }
  }
}
