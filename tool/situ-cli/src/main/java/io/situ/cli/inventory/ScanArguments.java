// SPDX-License-Identifier: Apache-2.0
package io.situ.cli.inventory;

import io.situ.cli.console.CliException;
import io.situ.cli.console.ExitCode;
import io.situ.cli.console.HumanReadable;
import io.situ.inventory.ScanOptions;
import picocli.CommandLine.Option;

/** What scan and refresh have in common. */
final class ScanArguments {

  @Option(names = "--checksums", description = "Read every file and keep its CRC32C.")
  private boolean checksums;

  @Option(
      names = "--footers",
      description =
          "Read the end of every file, and of those of Parquet and ORC keep where their row groups"
              + " and stripes lie, for Spark.")
  private boolean footers;

  @Option(
      names = "--strict",
      description = "Fail at what cannot be read, instead of leaving it out and saying so.")
  private boolean strict;

  @Option(names = "--threads", paramLabel = "N", description = "Directories listed at once.")
  private int threads;

  @Option(
      names = "--max-checksum-size",
      paramLabel = "SIZE",
      description = "Larger files get no checksums and are named. Default: 4t.")
  private String maxChecksumSize = "4t";

  ScanOptions apply(ScanOptions options) {
    ScanOptions chosen =
        options
            .withChecksums(checksums)
            .withFooters(footers)
            .withStrict(strict)
            .withMaxChecksumBytes(HumanReadable.parse(maxChecksumSize, "--max-checksum-size"));
    try {
      return threads == 0 ? chosen : chosen.withParallelism(threads);
    } catch (IllegalArgumentException e) {
      throw new CliException(ExitCode.USAGE, "--threads: " + e.getMessage(), e);
    }
  }
}
