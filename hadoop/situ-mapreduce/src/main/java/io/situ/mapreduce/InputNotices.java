package io.situ.mapreduce;

import io.situ.hadoop.fs.SituStores;
import io.situ.mapreduce.jobfile.JobXml;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.util.StringUtils;

/**
 * What the stores of a job's input told while its splits were made. It travels in the job's own
 * configuration, so that whoever looks at the job later can tell.
 */
final class InputNotices {

  private static final String KEY = "situ.mapreduce.input.notices";

  private InputNotices() {}

  /**
   * Writes them to {@code job.xml}; nothing is written if there are none.
   *
   * @param job what is in that file now
   * @return whether it was written
   */
  static boolean write(Path submitDir, Configuration client, Configuration job) throws IOException {
    List<Path> inputs = Submission.inputs(job).stream().map(Path::new).toList();
    List<String> notices = SituStores.notices(inputs, client);
    if (notices.isEmpty()) {
      return false;
    }
    String text = String.join(",", notices.stream().map(StringUtils::escapeString).toList());
    JobXml.rewrite(submitDir.getFileSystem(client), submitDir, written -> written.set(KEY, text));
    return true;
  }

  /** What {@link #write} wrote. */
  static List<String> of(Configuration job) {
    String text = job.getRaw(KEY);
    return text == null
        ? List.of()
        : Arrays.stream(StringUtils.split(text)).map(StringUtils::unEscapeString).toList();
  }
}
