// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce.launch;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.util.Set;
import java.util.TreeSet;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.JobStatus;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.lib.output.FileOutputCommitter;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.apache.hadoop.mapreduce.lib.output.TextOutputFormat;

/**
 * Writes lists of classes as text. Committing the job, which its application master does, makes the
 * archive of what its tasks and itself have loaded.
 */
final class ClassArchiveOutput extends TextOutputFormat<Text, IntWritable> {

  @Override
  public synchronized FileOutputCommitter getOutputCommitter(TaskAttemptContext context)
      throws IOException {
    return new Committer(FileOutputFormat.getOutputPath(context), context);
  }

  private static final class Committer extends FileOutputCommitter {

    private final Path output;

    Committer(Path output, TaskAttemptContext context) throws IOException {
      super(output, context);
      this.output = output;
    }

    @Override
    public void commitJob(JobContext context) throws IOException {
      super.commitJob(context);
      Configuration conf = context.getConfiguration();
      Set<String> classes = new TreeSet<>(ClassListTasks.loaded());
      FileSystem fs = output.getFileSystem(conf);
      for (FileStatus part : fs.listStatus(output)) {
        if (part.getPath().getName().startsWith("part-")) {
          add(fs, part.getPath(), classes);
        }
      }
      ClassArchiveMaker.ofThisProcess().make(classes, KeptFiles.of(conf), conf);
      deleteWork(conf);
    }

    @Override
    public void abortJob(JobContext context, JobStatus.State state) throws IOException {
      super.abortJob(context, state);
      deleteWork(context.getConfiguration());
    }

    /** The client may be gone. */
    private static void deleteWork(Configuration conf) throws IOException {
      Path work = new Path(conf.get(ClassArchiveTool.WORK));
      work.getFileSystem(conf).delete(work, true);
    }

    private static void add(FileSystem fs, Path part, Set<String> classes) throws IOException {
      try (BufferedReader lines = new BufferedReader(new InputStreamReader(fs.open(part), UTF_8))) {
        lines.lines().map(line -> line.substring(0, line.lastIndexOf('\t'))).forEach(classes::add);
      }
    }
  }
}
