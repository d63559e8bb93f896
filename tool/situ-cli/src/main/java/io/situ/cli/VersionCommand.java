// SPDX-License-Identifier: Apache-2.0
package io.situ.cli;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.situ.cli.console.ExitCode;
import io.situ.cli.context.GlobalOptions;
import io.situ.cli.context.Installation;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

/** Reports which Situ, Hadoop and Java these are. */
@Command(
    name = "version",
    header = "Print the versions of Situ, of the Hadoop it runs, and of Java.")
final class VersionCommand implements Callable<Integer> {

  @ParentCommand private GlobalOptions situ;

  @Option(names = "--json", description = "As JSON.")
  private boolean json;

  @Override
  public Integer call() {
    String own = Installation.version();
    String hadoop = Installation.find().hadoopVersion();
    String java = System.getProperty("java.version");
    if (json) {
      situ.out()
          .json(
              JsonNodeFactory.instance
                  .objectNode()
                  .put("situ", own)
                  .put("hadoop", hadoop)
                  .put("java", java));
    } else {
      situ.out().line("Situ " + own + ", Hadoop " + hadoop + ", Java " + java);
    }
    return ExitCode.OK.code();
  }
}
