// SPDX-License-Identifier: Apache-2.0
package io.situ.cli.object;

import io.situ.cli.context.GlobalOptions;
import io.situ.cli.context.StoreLocation;
import java.util.List;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** What the commands that look at paths have in common. */
final class PathArguments {

  @Parameters(arity = "1..*", paramLabel = "PATH", description = "What to look at.")
  private List<String> paths;

  @Option(names = "--json", description = "One JSON object per line.")
  private boolean json;

  List<StoreLocation> places(GlobalOptions situ) {
    return situ.places(paths);
  }

  boolean json() {
    return json;
  }
}
