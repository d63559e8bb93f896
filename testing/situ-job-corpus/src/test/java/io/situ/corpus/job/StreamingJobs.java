// SPDX-License-Identifier: Apache-2.0
package io.situ.corpus.job;

import static org.junit.jupiter.api.Assumptions.abort;

import io.situ.corpus.CorpusJob;
import io.situ.corpus.Input;
import io.situ.corpus.Run;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.util.Tool;
import org.apache.hadoop.util.ToolRunner;

/** Hadoop Streaming: mappers and reducers that are programs. */
final class StreamingJobs {

  private static final String TOOL = "org.apache.hadoop.streaming.StreamJob";

  private StreamingJobs() {}

  static List<CorpusJob> jobs() {
    return List.of(
        CorpusJob.either(
            "streaming-word-count",
            run -> stream(run, "awk '{ print $1 \"\\t1\" }'", "sort", "-numReduceTasks", "2")),
        CorpusJob.either("streaming-cat", run -> stream(run, "cat", "wc -l")).asVariant(),
        CorpusJob.separate(
            "streaming-map-only", run -> stream(run, "cut -c1-3", "NONE", "-numReduceTasks", "0")),
        CorpusJob.either(
                "streaming-asks-for-its-file",
                run ->
                    stream(
                        run, script("basename $mapreduce_map_input_file; cat >/dev/null"), "cat"))
            .asVariant(),
        CorpusJob.separate(
            "streaming-asks-for-its-task",
            run -> stream(run, script("echo $mapreduce_task_partition; cat >/dev/null"), "cat")),
        CorpusJob.either(
                "streaming-lines-of-each-split", run -> stream(run, script("wc -l"), "cat"))
            .asVariant(),
        CorpusJob.either(
                "streaming-aggregate",
                run -> stream(run, "awk '{ print \"LongValueSum:\" $1 \"\\t1\" }'", "aggregate"))
            .asVariant());
  }

  private static String script(String line) {
    return "sh -c '" + line + "'";
  }

  private static void stream(Run run, String mapper, String reducer, String... more)
      throws Exception {
    Tool tool;
    try {
      tool = (Tool) Class.forName(TOOL).getDeclaredConstructor().newInstance();
    } catch (ClassNotFoundException e) {
      abort("hadoop-streaming is not on the class path: add -Pstreaming");
      return;
    }
    List<String> args =
        new ArrayList<>(
            List.of(
                "-input",
                run.in(Input.SMALL).toString(),
                "-output",
                run.out().toString(),
                "-mapper",
                mapper,
                "-reducer",
                reducer));
    args.addAll(List.of(more));
    run.ended(ToolRunner.run(run.conf(), tool, args.toArray(new String[0])) == 0);
  }
}
