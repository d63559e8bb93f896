// SPDX-License-Identifier: Apache-2.0
package io.situ.cli.context;

import io.situ.cli.console.Console;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;

/** The options of all commands, and the configuration and stores they stand for. */
public abstract class GlobalOptions {

  @Option(
      names = "--store",
      paramLabel = "NAME",
      scope = ScopeType.INHERIT,
      description = "Take plain paths as paths in this store.")
  private String store = "";

  @Option(
      names = "-D",
      paramLabel = "KEY=VALUE",
      mapFallbackValue = "true",
      scope = ScopeType.INHERIT,
      description = "Set a configuration key; 'situ config' lists Situ's own.")
  private Map<String, String> settings = new LinkedHashMap<>();

  @Option(
      names = "--conf",
      paramLabel = "DIR",
      scope = ScopeType.INHERIT,
      description = "Read Hadoop's configuration from here; HADOOP_CONF_DIR says the same.")
  private Path conf;

  @Option(
      names = "--debug",
      scope = ScopeType.INHERIT,
      description = "Print where an error comes from; SITU_DEBUG=1 does the same.")
  private boolean debug;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      scope = ScopeType.INHERIT,
      description = "Say how it is used.")
  private boolean help;

  private final Console out;
  private EffectiveConfiguration known;

  /**
   * Creates them as they are without any option.
   *
   * @param out standard output
   */
  protected GlobalOptions(Console out) {
    this.out = out;
  }

  /** Returns standard output. */
  public Console out() {
    return out;
  }

  /** Returns whether an error is to be printed with where it comes from. */
  public boolean debug() {
    return debug;
  }

  /** The name of the store that plain paths are in; empty for the one behind {@code situ:///}. */
  public String store() {
    return store;
  }

  public Map<String, String> given() {
    return settings;
  }

  /** The directory that {@code --conf} names; empty without that option. */
  public Optional<Path> givenConf() {
    return Optional.ofNullable(conf);
  }

  /** The directory of the user's Hadoop configuration. */
  public Optional<Path> conf() {
    if (conf != null) {
      return Optional.of(conf);
    }
    String directory = System.getenv("HADOOP_CONF_DIR");
    return directory == null || directory.isBlank()
        ? Optional.empty()
        : Optional.of(Path.of(directory));
  }

  /** What the command line and the user's configuration say of Situ's keys. */
  public EffectiveConfiguration settings() {
    if (known == null) {
      known = EffectiveConfiguration.read(conf(), settings);
    }
    return known;
  }

  /** What the command line and the user's configuration say of any key. */
  public Map<String, String> hadoop() {
    return hadoop(settings);
  }

  /**
   * What the user's configuration says of any key, with other settings over it than those of the
   * command line.
   */
  public Map<String, String> hadoop(Map<String, String> over) {
    return EffectiveConfiguration.all(conf(), over);
  }

  /**
   * What a directory of Hadoop's configuration says of any key, and the command line over it.
   *
   * @param directory empty for the command line alone
   * @throws io.situ.cli.console.CliException {@code BAD_INPUT} if it is not there, or a file in it
   *     is unreadable
   */
  public Map<String, String> hadoop(Optional<Path> directory) {
    return EffectiveConfiguration.all(directory, settings);
  }

  public OpenStores stores() {
    return new OpenStores(settings());
  }

  /** What a PATH on the command line means. */
  public StoreLocation place(String path) {
    return StoreLocation.of(path, store);
  }

  public List<StoreLocation> places(List<String> paths) {
    return paths.stream().map(this::place).toList();
  }
}
