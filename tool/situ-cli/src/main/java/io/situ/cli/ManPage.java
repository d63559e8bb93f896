// SPDX-License-Identifier: Apache-2.0
package io.situ.cli;

import io.situ.cli.console.ExitCode;
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** The manual page, made from the commands as they are declared. */
final class ManPage {

  private final StringBuilder page = new StringBuilder();

  private ManPage() {}

  /** In the language of man(7), without a line break at the end. */
  static String text() {
    ManPage page = new ManPage();
    page.write(SituCli.commandLine().getCommandSpec());
    return page.page.toString().stripTrailing();
  }

  private void write(CommandSpec situ) {
    macro("TH", "SITU", "1", "", "Situ", "");
    macro("SH", "NAME");
    text("situ - " + one(situ.usageMessage().header()));
    macro("SH", "SYNOPSIS");
    text("situ [options] COMMAND [options] [arguments]");
    macro("SH", "DESCRIPTION");
    text(one(situ.usageMessage().description()));
    macro("SH", "OPTIONS OF EVERY COMMAND");
    situ.options().forEach(this::option);
    macro("SH", "COMMANDS");
    new TreeMap<>(situ.subcommands())
        .forEach(
            (name, line) -> {
              if (name.equals(line.getCommandName())) {
                command(line);
              }
            });
    macro("SH", "EXIT CODES");
    for (ExitCode exit : ExitCode.values()) {
      entry(Integer.toString(exit.code()), exit.meaning());
    }
    macro("SH", "ENVIRONMENT");
    entry("HADOOP_CLASSPATH", "More of the class path of a job's Java process.");
    entry(
        "HADOOP_CLIENT_OPTS",
        "More options of a job's Java process. Those of Kerberos, -Djava.security.krb5.*, hold for"
            + " the tool and for spark-submit too.");
    entry("HADOOP_CONF_DIR", "As --conf.");
    entry("JAVA_HOME", "The Java to use.");
    entry("SITU_DEBUG", "As --debug, where it is set.");
    entry(
        "SITU_STATE_DIR",
        "Where runs are recorded; by default situ in XDG_STATE_HOME, or ~/.local/state.");
  }

  private void command(CommandLine line) {
    CommandSpec spec = line.getCommandSpec();
    macro("SS", synopsis(spec));
    text(one(spec.usageMessage().header()) + " " + one(spec.usageMessage().description()));
    spec.positionalParameters().stream()
        .filter(parameter -> !parameter.hidden())
        .forEach(parameter -> entry(parameter.paramLabel(), one(parameter.description())));
    spec.options().stream().filter(option -> !option.inherited()).forEach(this::option);
  }

  private static String synopsis(CommandSpec spec) {
    StringBuilder synopsis = new StringBuilder(spec.name());
    for (PositionalParamSpec parameter : spec.positionalParameters()) {
      synopsis.append(' ').append(parameter.paramLabel());
      if (parameter.arity().max() > 1) {
        synopsis.append("...");
      }
    }
    return synopsis.toString();
  }

  private void option(OptionSpec option) {
    List<String> names = Arrays.asList(option.names());
    String label = option.arity().max() > 0 ? " " + option.paramLabel() : "";
    entry(String.join(", ", names) + label, one(option.description()));
  }

  private void entry(String term, String meaning) {
    macro("TP");
    page.append(".B ").append(plain(term)).append('\n');
    text(meaning);
  }

  private void macro(String name, String... arguments) {
    page.append('.').append(name);
    for (String argument : arguments) {
      page.append(" \"").append(plain(argument)).append('"');
    }
    page.append('\n');
  }

  private void text(String text) {
    page.append(plain(text.strip())).append('\n');
  }

  private static String plain(String text) {
    String plain = text.replace("\\", "\\e").replace("-", "\\-").replace("\"", "\\(dq");
    return plain.startsWith(".") || plain.startsWith("'") ? "\\&" + plain : plain;
  }

  private static String one(String[] lines) {
    return String.join(" ", lines);
  }
}
