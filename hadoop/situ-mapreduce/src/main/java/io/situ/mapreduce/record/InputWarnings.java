// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce.record;

import io.situ.hadoop.fs.SituStores;
import io.situ.mapreduce.jobfile.SubmittedJob;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.util.StringUtils;

/**
 * What the stores of a job's input reported while its splits were made. It travels in the job's own
 * configuration, so that it is known later.
 */
public final class InputWarnings {

  private static final String KEY = "situ.mapreduce.input.notices";

  private InputWarnings() {}

  /** Adds them to the job's configuration; nothing if there are none. */
  public static void add(SubmittedJob job) throws IOException {
    List<Path> inputs = Submission.inputs(job.conf()).stream().map(Path::new).toList();
    List<String> notices = SituStores.notices(inputs, job.client());
    if (!notices.isEmpty()) {
      job.conf()
          .set(KEY, String.join(",", notices.stream().map(StringUtils::escapeString).toList()));
    }
  }

  /** What {@link #add} added. */
  static List<String> of(Configuration job) {
    String text = job.getRaw(KEY);
    return text == null
        ? List.of()
        : Arrays.stream(StringUtils.split(text)).map(StringUtils::unEscapeString).toList();
  }
}
