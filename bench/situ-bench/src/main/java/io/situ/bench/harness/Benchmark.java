// SPDX-License-Identifier: Apache-2.0
package io.situ.bench.harness;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** What every benchmark does before and after it measures. */
public final class Benchmark {

  private static final long MB = 1 << 20;
  private static final String RECORD = "json=";

  /** Measures and prints. */
  public interface Body {
    /**
     * @param scratch an empty directory, which is deleted when the process ends
     */
    void run(Path scratch, BenchmarkOptions settings) throws Exception;
  }

  /** Says how much room a run needs. */
  public interface Room {
    long megabytes(BenchmarkOptions settings);
  }

  private Benchmark() {}

  /**
   * Runs a benchmark and ends the process: with 2 if it was asked for in a way that cannot work,
   * with 1 if it failed.
   *
   * @param name how {@code bin/dev bench} calls it
   * @param args a scratch directory, by default the one for temporary files, settings, and {@code
   *     json=FILE}, where all figures are written to as data
   */
  public static void run(
      String name, BenchmarkOptions defaults, Room room, Body body, String[] args) {
    try {
      BenchmarkOptions settings = settings(defaults, args);
      Path scratch = scratch(name, args, room.megabytes(settings));
      String command = "bin/dev bench " + name + " DIR " + settings;
      Map<String, String> machine = MachineInfo.of(scratch);
      System.out.println("- command: `" + command + "`");
      machine.forEach((fact, value) -> System.out.println("- " + fact + ": " + value));
      BenchmarkRecord.current().start(command, machine);
      body.run(scratch, settings);
      Optional<Path> record = record(args);
      if (record.isPresent()) {
        BenchmarkRecord.current().write(record.get());
      }
      System.exit(0);
    } catch (UsageException e) {
      System.err.println("bench " + name + ": " + e.getMessage());
      System.exit(2);
    } catch (Exception e) {
      e.printStackTrace();
      System.exit(1);
    }
  }

  private static BenchmarkOptions settings(BenchmarkOptions defaults, String[] args)
      throws UsageException {
    BenchmarkOptions settings = defaults;
    for (String arg : args) {
      settings = isSetting(arg) && !arg.startsWith(RECORD) ? settings.change(arg) : settings;
    }
    return settings;
  }

  private static Optional<Path> record(String[] args) {
    return Stream.of(args)
        .filter(arg -> arg.startsWith(RECORD))
        .map(arg -> Path.of(arg.substring(RECORD.length())))
        .findFirst();
  }

  private static boolean isSetting(String arg) {
    return arg.matches("[a-z]+=.*");
  }

  private static Path scratch(String name, String[] args, long megabytes)
      throws UsageException, IOException {
    Path directory = Path.of(Optional.ofNullable(System.getenv("TMPDIR")).orElse("/tmp"));
    for (String arg : args) {
      directory = isSetting(arg) ? directory : Path.of(arg);
    }
    if (!Files.isDirectory(directory)) {
      throw new UsageException(directory + " is not a directory; name one to work in");
    }
    if (!Files.isWritable(directory)) {
      throw new UsageException(directory + " cannot be written to; name another directory");
    }
    long free = Files.getFileStore(directory).getUsableSpace() / MB;
    if (free < megabytes) {
      throw new UsageException(
          directory
              + " has "
              + free
              + " MB free, but "
              + megabytes
              + " MB are needed; name another");
    }
    return InputTrees.temporary(directory.toRealPath(), name + "-bench");
  }
}
