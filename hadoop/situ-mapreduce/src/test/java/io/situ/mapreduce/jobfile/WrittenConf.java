// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce.jobfile;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.JobID;

/** Jobs that are not handed on yet, of a configuration alone. */
public final class WrittenConf {

  private WrittenConf() {}

  /** Writes {@code job.xml} as a job's client does, and loads the job. */
  public static SubmittedJob submit(Path directory, Configuration client) throws IOException {
    try (OutputStream out = Files.newOutputStream(directory.resolve("job.xml"))) {
      client.writeXml(out);
    }
    return SubmittedJob.load(
        new JobID("test", 1), new org.apache.hadoop.fs.Path(directory.toUri()), client);
  }
}
