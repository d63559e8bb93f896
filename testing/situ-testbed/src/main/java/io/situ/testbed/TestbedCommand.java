// SPDX-License-Identifier: Apache-2.0
package io.situ.testbed;

import io.situ.testbed.process.Commands;
import io.situ.testbed.process.TestbedException;
import io.situ.testbed.state.TestbedOptions;
import io.situ.testbed.state.TestbedState;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The commands; each is a few lines on top of {@link Testbed}. */
@Command(
    name = "testbed",
    description = "Several hosts on this machine, with a shared store and Hadoop.",
    mixinStandardHelpOptions = true,
    subcommands = picocli.CommandLine.HelpCommand.class,
    synopsisSubcommandLabel = "COMMAND")
final class TestbedCommand {

  static final List<String> PASS_THROUGH = List.of("run", "hadoop", "hdfs", "yarn", "mapred");

  /** Exit code of {@code up} where a testbed cannot be made. */
  private static final int NOTHING_BEGUN = 4;

  private static final String FIRST = "node1";

  @Command(name = "up", description = "Make the testbed and wait until all of it serves.")
  int up(@Mixin UpOptions switches) {
    long start = System.nanoTime();
    TestbedOptions options = switches.toOptions();
    if (switches.install()) {
      new Requirements(options).install();
    }
    Lifecycle lifecycle = new Lifecycle(TestbedState.standard());
    List<String> obstacles = lifecycle.obstacles(options);
    if (!obstacles.isEmpty()) {
      System.err.println("testbed: " + String.join("; ", obstacles));
      return NOTHING_BEGUN;
    }
    Testbed testbed = lifecycle.up(options);
    long seconds = Duration.ofNanos(System.nanoTime() - start).toSeconds();
    System.out.println("up: " + options + "; " + seconds + " s");
    System.out.println(
        testbed.options().store().mounted()
            ? "store mounted at " + testbed.mount() + " on every host and here"
            : "store mounted nowhere; use situ://vol/ with the configuration that 'env' names");
    if (options.hadoop().isPresent() && options.hadoop().get().bundle().isEmpty()) {
      System.out.println("situ:// is not on the class path: no bundle was built (see --bundle)");
    }
    return 0;
  }

  @Command(name = "down", description = "Take everything away, the files on the store too.")
  int down() {
    new Lifecycle(TestbedState.standard()).down();
    new Lifecycle(TestbedState.ofPrograms())
        .downIfAbandoned()
        .ifPresent(holder -> System.err.println("testbed: left as it is: " + holder));
    return 0;
  }

  @Command(name = "status", description = "Hosts, links, mounts and daemons.")
  int status() {
    Testbed testbed = Testbed.current();
    System.out.println(testbed.options());
    boolean mounted = testbed.options().store().mounted();
    System.out.println("store: " + (mounted ? testbed.mount() : "situ://vol/, mounted nowhere"));
    boolean allWell = true;
    for (String host : testbed.hosts()) {
      Map<String, Boolean> daemons = testbed.daemons(host);
      allWell &= testbed.isMounted(host) && testbed.isLinked(host) && !daemons.containsValue(false);
      System.out.println(testbed.isUp(host) ? line(testbed, host, daemons) : host + " DOWN");
    }
    return allWell ? 0 : 3;
  }

  private static String line(Testbed testbed, String host, Map<String, Boolean> daemons) {
    return host
        + " up"
        + (testbed.isLinked(host) ? ", link in" : ", link CUT")
        + mount(testbed, host)
        + daemons.entrySet().stream()
            .map(daemon -> ", " + daemon.getKey() + (daemon.getValue() ? "" : " DOWN"))
            .collect(Collectors.joining());
  }

  private static String mount(Testbed testbed, String host) {
    if (!testbed.options().store().mounted()) {
      return "";
    }
    return testbed.isMounted(host) ? ", mounted" : ", NOT MOUNTED";
  }

  @Command(name = "shell", description = "A shell on a host.")
  int shell(@Parameters(paramLabel = "HOST", defaultValue = FIRST) String host) {
    return Commands.foreground(Testbed.current().command(host, List.of("bash")));
  }

  @Command(name = "run", description = "Run a program on a host; its exit code is this one's.")
  int run(
      @Option(names = "--host", paramLabel = "HOST", defaultValue = FIRST) String host,
      @Parameters(paramLabel = "CMD", arity = "1..*") List<String> command) {
    return Commands.foreground(Testbed.current().command(host, command));
  }

  @Command(
      name = "env",
      description = "Print shell assignments: mount if any, configuration, NameNode.")
  int env() {
    Testbed.current()
        .env()
        .forEach((name, value) -> System.out.println("export " + name + "='" + value + "'"));
    return 0;
  }

  @Command(name = "bytes", description = "Print what crossed each host's link, as JSON.")
  int bytes() {
    String hosts =
        Testbed.current().bytes().entrySet().stream()
            .map(
                host ->
                    String.format(
                        "{\"name\":\"%s\",\"rxBytes\":%d,\"txBytes\":%d}",
                        host.getKey(), host.getValue().received(), host.getValue().sent()))
            .collect(Collectors.joining(","));
    System.out.println("{\"hosts\":[" + hosts + "]}");
    return 0;
  }

  @Command(name = "hadoop", description = "Hadoop's own command, on node1.")
  int hadoop(@Parameters(paramLabel = "ARG") List<String> arguments) {
    return tool("hadoop", arguments);
  }

  @Command(name = "hdfs", description = "Hadoop's own command, on node1.")
  int hdfs(@Parameters(paramLabel = "ARG") List<String> arguments) {
    return tool("hdfs", arguments);
  }

  @Command(name = "yarn", description = "Hadoop's own command, on node1.")
  int yarn(@Parameters(paramLabel = "ARG") List<String> arguments) {
    return tool("yarn", arguments);
  }

  @Command(name = "mapred", description = "Hadoop's own command, on node1.")
  int mapred(@Parameters(paramLabel = "ARG") List<String> arguments) {
    return tool("mapred", arguments);
  }

  @Command(name = "start", description = "Start a daemon, such as datanode@node2.")
  int start(@Parameters(paramLabel = "DAEMON@HOST") String daemon) {
    return daemon(daemon, Testbed.current()::startDaemon);
  }

  @Command(name = "stop", description = "End a daemon in good order.")
  int stop(@Parameters(paramLabel = "DAEMON@HOST") String daemon) {
    return daemon(daemon, Testbed.current()::stopDaemon);
  }

  @Command(name = "kill", description = "End a daemon as a crash does.")
  int kill(@Parameters(paramLabel = "DAEMON@HOST") String daemon) {
    return daemon(daemon, Testbed.current()::killDaemon);
  }

  @Command(name = "host", description = "Stop a host as a power cut does, or start it again.")
  int host(
      @Parameters(paramLabel = "start|stop") String verb,
      @Parameters(paramLabel = "HOST") String host) {
    switch (verb) {
      case "start" -> Testbed.current().startHost(host);
      case "stop" -> Testbed.current().stopHost(host);
      default -> throw new TestbedException("host " + verb + " is not known; use start or stop");
    }
    return 0;
  }

  @Command(name = "link", description = "Set a host's network link down, or up again.")
  int link(
      @Parameters(paramLabel = "cut|restore") String verb,
      @Parameters(paramLabel = "HOST") String host) {
    switch (verb) {
      case "cut" -> Testbed.current().setLinkDown(host);
      case "restore" -> Testbed.current().restoreLink(host);
      default -> throw new TestbedException("link " + verb + " is not known; use cut or restore");
    }
    return 0;
  }

  private static int tool(String tool, List<String> arguments) {
    return Commands.foreground(
        Testbed.current().hadoopCommand(FIRST, tool, arguments == null ? List.of() : arguments));
  }

  private static int daemon(String daemonAtHost, BiConsumer<String, String> action) {
    int at = daemonAtHost.indexOf('@');
    if (at < 0) {
      throw new TestbedException(daemonAtHost + " names no host; write it like datanode@node2");
    }
    action.accept(daemonAtHost.substring(at + 1), daemonAtHost.substring(0, at));
    return 0;
  }
}
