// SPDX-License-Identifier: Apache-2.0
package io.situ.bench.evaluation;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code bin/dev evaluate}: repeats what papers measured, and makes the page that shows it. */
@Command(
    name = "bin/dev evaluate",
    description = {
      "Repeats measurements of four papers and writes docs/evaluation.md.",
      "What has a result is left out, so a run that was interrupted goes on where it ended.",
      "As root: every measurement makes a testbed of its own."
    },
    sortOptions = false,
    mixinStandardHelpOptions = true)
public final class EvaluationTool implements Callable<Integer> {

  @Option(
      names = "--paper",
      paramLabel = "NUMBER",
      description =
          "Only those of this paper: 000, 001, 002 or 003; or parts, what each part of Situ gives;"
              + " or stores, the same jobs on other stores.")
  private String paper = "";

  @Option(
      names = "--only",
      paramLabel = "WORD",
      description = "Only the one of this name, or those whose names contain it.")
  private String only = "";

  @Option(
      names = "--scale",
      paramLabel = "PERCENT",
      defaultValue = "100",
      description = "Of the papers' smallest amounts of data; ${DEFAULT-VALUE} by default.")
  private int scale;

  @Option(names = "--again", description = "Those that have a result, too.")
  private boolean again;

  @Option(names = "--list", description = "Print their names and which have a result, and end.")
  private boolean list;

  @Option(names = "--page", description = "Only write the page.")
  private boolean pageOnly;

  @Parameters(
      paramLabel = "SETTING=VALUE",
      arity = "0..*",
      description = "Settings of the benchmark, such as rounds=1, in place of the measurement's.")
  private List<String> settings = new ArrayList<>();

  @Spec private CommandSpec spec;

  private final Path source = Path.of(System.getProperty("situ.source"));
  private final Path results = source.resolve("bench/result/evaluation");

  private EvaluationTool() {}

  /**
   * @param args see {@code --help}
   */
  public static void main(String[] args) {
    System.exit(new CommandLine(new EvaluationTool()).execute(args));
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    List<Measurement> chosen = chosen();
    if (chosen.isEmpty() || scale < 1 || scale > 100) {
      System.err.println(
          "evaluate: "
              + (chosen.isEmpty()
                  ? "no measurement has this paper and name; --list prints all"
                  : "--scale is 1 to 100, not " + scale));
      return CommandLine.ExitCode.USAGE;
    }
    if (list) {
      for (Measurement one : chosen) {
        print(one);
      }
      return CommandLine.ExitCode.OK;
    }
    Files.createDirectories(results);
    List<String> failed = pageOnly ? List.of() : measure(chosen);
    new EvaluationPage(Paper.all(), Claim.all(), results, source.resolve("docs")).write();
    failed.forEach(id -> System.err.println("evaluate: " + id + " failed"));
    return failed.isEmpty() ? CommandLine.ExitCode.OK : CommandLine.ExitCode.SOFTWARE;
  }

  private List<Measurement> chosen() throws IOException {
    List<Measurement> all =
        Paper.all().stream()
            .filter(one -> paper.isEmpty() || one.number().equals(paper))
            .flatMap(one -> one.measurements().stream())
            .toList();
    List<Measurement> named = all.stream().filter(one -> one.id().equals(only)).toList();
    return named.isEmpty() ? all.stream().filter(one -> one.id().contains(only)).toList() : named;
  }

  private boolean isMeasured(Measurement one) throws IOException {
    return EvaluationPage.result(result(one)).isPresent();
  }

  private void print(Measurement one) throws IOException {
    System.out.printf("%-26s %-10s %s%n", one.id(), isMeasured(one) ? "measured" : "", one.title());
  }

  private Path result(Measurement one) {
    return results.resolve(one.id() + ".json");
  }

  /** Goes on with the next one where one fails; the names of those that did. */
  private List<String> measure(List<Measurement> chosen) throws IOException, InterruptedException {
    List<String> failed = new ArrayList<>();
    for (Measurement one : chosen) {
      if (again || !isMeasured(one)) {
        System.err.println("evaluate: " + one.id() + ": " + one.title());
        if (run(one) != 0) {
          failed.add(one.id());
        }
      }
    }
    return failed;
  }

  /** In a process of its own, whose end takes its testbed away. */
  private int run(Measurement one) throws IOException, InterruptedException {
    List<String> call = new ArrayList<>();
    call.add(ProcessHandle.current().info().command().orElse("java"));
    for (String property : List.of("situ.source", "situ.commit")) {
      Optional.ofNullable(System.getProperty(property))
          .ifPresent(value -> call.add("-D" + property + "=" + value));
    }
    call.addAll(List.of("-cp", System.getProperty("java.class.path")));
    call.add("io.situ.bench." + upper(one.benchmark()) + "Bench");
    call.addAll(one.arguments(scale, replaced()));
    call.add("json=" + result(one));
    return new ProcessBuilder(call).inheritIO().start().waitFor();
  }

  private static String upper(String name) {
    return Character.toUpperCase(name.charAt(0)) + name.substring(1);
  }

  private Map<String, String> replaced() {
    Map<String, String> replaced = new LinkedHashMap<>();
    for (String setting : settings) {
      int equals = setting.indexOf('=');
      if (equals < 1) {
        throw new CommandLine.ParameterException(
            spec.commandLine(), "a setting is written NAME=VALUE, not " + setting);
      }
      replaced.put(setting.substring(0, equals), setting.substring(equals + 1));
    }
    return replaced;
  }
}
