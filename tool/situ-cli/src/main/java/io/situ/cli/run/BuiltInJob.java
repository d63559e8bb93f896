// SPDX-License-Identifier: Apache-2.0
package io.situ.cli.run;

import io.situ.cli.console.CliException;
import io.situ.mapreduce.JobKeys;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import java.util.stream.IntStream;

/** The jobs the tool knows by name: those that come with Hadoop. */
public enum BuiltInJob {
  WORDCOUNT("DIR... OUT", "org.apache.hadoop.examples.WordCount") {
    @Override
    Call call(List<String> args) {
      require(args.size() >= 2);
      int last = args.size() - 1;
      List<Integer> inputs = IntStream.range(0, last).boxed().toList();
      return new Call(args, inputs, List.of(last), Map.of());
    }
  },
  GREP("DIR OUT REGEX [GROUP]", "org.apache.hadoop.examples.Grep") {
    @Override
    Call call(List<String> args) {
      require(args.size() == 3 || args.size() == 4);
      requireGroup(args.get(2), args.size() == 4 ? args.get(3) : "0");
      return new Call(args, List.of(0), List.of(1), Map.of());
    }

    /** Else every task would fail at it, several times. */
    private static void requireGroup(String expression, String group) {
      try {
        int groups = Pattern.compile(expression).matcher("").groupCount();
        if (!group.matches("[0-9]{1,9}") || Integer.parseInt(group) > groups) {
          throw CliException.usage(
              "GROUP is '" + group + "', but '" + expression + "' has groups 0 to " + groups);
        }
      } catch (PatternSyntaxException e) {
        throw CliException.usage(
            "'" + expression + "' is no regular expression of Java: " + e.getDescription());
      }
    }

    /** Grep parts its first argument at commas, unless they stand in braces. */
    @Override
    String input(String path) {
      return path.replace(",", "{\\,}");
    }
  },
  TERAGEN("ROWS OUT", "org.apache.hadoop.examples.terasort.TeraGen") {
    @Override
    Call call(List<String> args) {
      require(args.size() == 2);
      return new Call(args, List.of(), List.of(1), Map.of());
    }
  },
  TERASORT("DIR OUT", "org.apache.hadoop.examples.terasort.TeraSort") {
    @Override
    Call call(List<String> args) {
      return inAndOut(args);
    }
  },
  TERAVALIDATE("DIR OUT", "org.apache.hadoop.examples.terasort.TeraValidate") {
    @Override
    Call call(List<String> args) {
      return inAndOut(args);
    }
  },
  TESTDFSIO("DIR -write|-read|... [OPTION...]", "org.apache.hadoop.fs.TestDFSIO") {
    private static final String DIRECTORY = "test.build.data";
    private static final String RESULTS = "-resFile";

    /** It deletes what is in its directory, so it gets one of its own below DIR. */
    @Override
    Call call(List<String> args) {
      require(args.size() >= 2 && !args.get(0).startsWith("-"));
      String own = args.get(0) + "/TestDFSIO";
      return new Call(
          withResults(args.subList(1, args.size()), Path.of("").toAbsolutePath()),
          List.of(),
          List.of(),
          args.contains("-read")
              ? Map.of(DIRECTORY, own, JobKeys.INPUT_NAMES.name(), own + "/io_data/{}")
              : Map.of(DIRECTORY, own));
    }

    /** Its results go to the caller's directory, as by {@code hadoop jar}, where that may be. */
    private static List<String> withResults(List<String> args, Path caller) {
      List<String> with = new ArrayList<>(args);
      boolean named = false;
      for (int i = 0; i < args.size(); i++) {
        if (args.get(i).equalsIgnoreCase(RESULTS)) {
          named = true;
          if (i + 1 < args.size()) {
            with.set(i + 1, caller.resolve(args.get(i + 1)).toString());
          }
        }
      }
      Path results = caller.resolve("TestDFSIO_results.log");
      if (!named && Files.isWritable(Files.exists(results) ? results : caller)) {
        with.addAll(List.of(RESULTS, results.toString()));
      }
      return with;
    }
  },
  BIGMAPOUTPUT("-input DIR -output OUT [-create MB]", "org.apache.hadoop.mapred.BigMapOutput") {
    @Override
    Call call(List<String> args) {
      int input = args.indexOf("-input") + 1;
      int output = args.indexOf("-output") + 1;
      require(input > 0 && output > 0 && input < args.size() && output < args.size());
      return args.contains("-create")
          ? new Call(args, List.of(), List.of(input, output), Map.of())
          : new Call(args, List.of(input), List.of(output), Map.of());
    }
  };

  /** Files of subdirectories are input too; stock Hadoop would fail at the first subdirectory. */
  private static final Map<String, String> RECURSIVE =
      Map.of("mapreduce.input.fileinputformat.input.dir.recursive", "true");

  private final String arguments;
  private final String mainClass;

  BuiltInJob(String arguments, String mainClass) {
    this.arguments = arguments;
    this.mainClass = mainClass;
  }

  /** Sorts the arguments out; throws a {@link CliException} if there are too few or too many. */
  abstract Call call(List<String> args);

  /** How an input path that exists is written so that the job takes it literally. */
  String input(String path) {
    return path;
  }

  /** Configuration that suits the job where the user says nothing else. */
  Map<String, String> defaults() {
    return this == WORDCOUNT || this == GREP ? RECURSIVE : Map.of();
  }

  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  public String arguments() {
    return arguments;
  }

  String mainClass() {
    return mainClass;
  }

  public String jar() {
    return mainClass.startsWith("org.apache.hadoop.examples.")
        ? "examples.jar"
        : "jobclient-tests.jar";
  }

  static BuiltInJob named(String name) {
    for (BuiltInJob workload : values()) {
      if (workload.word().equals(name.toLowerCase(Locale.ROOT))) {
        return workload;
      }
    }
    List<String> names = new ArrayList<>();
    for (BuiltInJob workload : values()) {
      names.add(workload.word());
    }
    throw CliException.usage(
        "there is no job '"
            + name
            + "'; known are "
            + String.join(", ", names)
            + ", and --jar FILE runs any other");
  }

  Call inAndOut(List<String> args) {
    require(args.size() == 2);
    return new Call(args, List.of(0), List.of(1), Map.of());
  }

  void require(boolean right) {
    if (!right) {
      throw CliException.usage("use it as: situ run " + word() + " " + arguments);
    }
  }

  /**
   * A call of a job.
   *
   * @param args what the main class gets
   * @param inputs which of them are paths that must exist
   * @param outputs which of them are paths that must not
   * @param settings configuration that the job needs
   */
  record Call(
      List<String> args,
      List<Integer> inputs,
      List<Integer> outputs,
      Map<String, String> settings) {
    Call {
      args = List.copyOf(args);
      inputs = List.copyOf(inputs);
      outputs = List.copyOf(outputs);
      settings = Map.copyOf(settings);
    }
  }
}
