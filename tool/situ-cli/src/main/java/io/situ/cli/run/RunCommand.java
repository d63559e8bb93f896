// SPDX-License-Identifier: Apache-2.0
package io.situ.cli.run;

import io.situ.cli.console.CliException;
import io.situ.cli.console.ExitCode;
import io.situ.cli.context.GlobalOptions;
import io.situ.cli.context.KnownKeys;
import io.situ.cli.context.OpenStores;
import io.situ.cli.report.RunDirectory;
import io.situ.cli.yarn.ClusterCheck;
import io.situ.storage.StoreException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/** Runs a stock Hadoop job in place. */
@Command(
    name = "run",
    header = "Run a stock Hadoop job on files where they are, and report what it did.",
    description = {
      "NAME is wordcount, grep, teragen, terasort, teravalidate, testdfsio or bigmapoutput; with"
          + " --jar any job jar runs as 'hadoop jar' runs it. Without a cluster the job runs in one"
          + " process on all cores; with --conf DIR or HADOOP_CONF_DIR it runs on the YARN cluster"
          + " described there. Options stand before NAME."
    })
public final class RunCommand implements Callable<Integer> {

  @ParentCommand private GlobalOptions situ;

  @Option(names = "--jar", paramLabel = "FILE", description = "Run this job jar: [CLASS] ARGS...")
  private String jar;

  @Option(names = "--json", description = "Report as JSON; what the job prints goes to stderr.")
  private boolean json;

  @Option(
      names = "--snapshot",
      description =
          "Read the inputs as they are now, from snapshots that go away with the job (CephFS).")
  private boolean snapshot;

  @Parameters(arity = "0..*", paramLabel = "NAME|ARG", description = "The job and its arguments.")
  private List<String> words = new ArrayList<>();

  @Override
  public Integer call() throws IOException, InterruptedException {
    long started = System.nanoTime();
    JobCall call = plan();
    if (situ.conf().isPresent()) {
      boolean ownLogin = call.known().isEmpty();
      ClusterCheck.requireAnswer(situ.conf().get(), call.settings(), ownLogin);
    }
    try {
      InputSnapshots.releaseOrphaned(situ);
      RunDirectory folder = RunDirectory.create();
      folder.begin(call.name());
      int code = run(folder, call);
      double seconds = (System.nanoTime() - started) / 1e9;
      return new RunResult(folder, call, seconds).report(situ.out(), code, json).code();
    } catch (IOException e) {
      throw problem(e);
    }
  }

  /** What is to be said of a run that did not come to its job's end. */
  private static CliException problem(Exception e) {
    CliException problem = CliException.of(e);
    if (!(e instanceof IOException) || e instanceof StoreException) {
      return problem;
    }
    boolean full = problem.getMessage().matches(".*(No space left|quota exceeded).*");
    return new CliException(
        full ? ExitCode.UNAVAILABLE : problem.exit(),
        "the run cannot be kept in '"
            + RunDirectory.directory()
            + "' or its temporary directory: "
            + problem.getMessage()
            + "; make room, or name others with SITU_STATE_DIR and -D hadoop.tmp.dir",
        e);
  }

  private int run(RunDirectory folder, JobCall call) throws InterruptedException {
    try (JobProcess process = new JobProcess(folder, situ, json)) {
      return process.run(snapshot ? new InputSnapshots(folder, situ).freeze(call) : call);
    } catch (IOException | RuntimeException e) {
      CliException problem = problem(e);
      folder.writeFailure(call.name(), problem);
      throw problem;
    } catch (InterruptedException e) {
      folder.writeFailure(call.name(), e);
      throw e;
    }
  }

  private JobCall plan() throws IOException {
    try (OpenStores stores = situ.stores()) {
      new KnownKeys(stores.finder()).check(situ.settings().values());
      JobPlanner planner = new JobPlanner(situ, stores, snapshot);
      return jar == null ? planner.known(words) : planner.jar(jar, words);
    }
  }
}
