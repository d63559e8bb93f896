// SPDX-License-Identifier: Apache-2.0
package io.situ.testbed.host;

import io.situ.testbed.process.Await;
import io.situ.testbed.process.Commands;
import io.situ.testbed.process.TestbedException;
import io.situ.testbed.state.TestbedOptions;
import io.situ.testbed.state.TestbedState;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A bridge, which is the switch, and a veth pair per host, which is its network link. */
public final class Network {

  private static final String BRIDGE = "situ-br";
  private static final Path INTERFACES = Path.of("/sys/class/net");

  private final TestbedState state;
  private final TestbedOptions options;

  public Network(TestbedState state, TestbedOptions options) {
    this.state = state;
    this.options = options;
  }

  /** The directory of the testbed that is up on this machine, if one is. */
  public static Optional<Path> owner() {
    try {
      String alias = Files.readString(INTERFACES.resolve(BRIDGE).resolve("ifalias")).strip();
      return Optional.of(alias).filter(text -> !text.isEmpty()).map(Path::of);
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  public void create() {
    String clash =
        Commands.run("ip", "-o", "-4", "route", "show", "root", options.subnet() + ".0/24");
    if (!clash.isEmpty()) {
      throw new TestbedException(
          "the subnet "
              + options.subnet()
              + ".0/24 is in use ("
              + clash.strip()
              + "); choose another one with --subnet");
    }
    batch(
        List.of(),
        List.of(
            "link add name " + BRIDGE + " type bridge forward_delay 0",
            "link set dev " + BRIDGE + " alias " + state.dir(),
            "addr add " + options.subnet() + ".254/24 dev " + BRIDGE,
            "link set dev " + BRIDGE + " up"));
  }

  /** Removes links and bridge if they are this testbed's or were left half made. */
  public static void delete(TestbedState state) {
    if (owner().filter(dir -> !dir.equals(state.dir())).isEmpty()) {
      for (int number = 1; number <= TestbedOptions.MAX_HOSTS; number++) {
        disconnect("node" + number);
      }
      if (Files.exists(INTERFACES.resolve(BRIDGE))) {
        Commands.run("ip", "link", "delete", "dev", BRIDGE);
      }
    }
  }

  /**
   * Removes a host's link. The kernel does so by itself some time after the last process of the
   * host has gone, which may be too late for the host's next start.
   */
  static void disconnect(String host) {
    if (Files.exists(INTERFACES.resolve(vethName(host)))
        && !Commands.tryRun("ip", "link", "delete", "dev", vethName(host))) {
      Await.until(
          "take away the link of " + host, () -> !Files.exists(INTERFACES.resolve(vethName(host))));
    }
  }

  /** Gives a host that has just started its network link. */
  public void connect(Host host) {
    String link = vethName(host.name());
    batch(
        List.of(),
        List.of(
            "link add name " + link + " type veth peer name eth0 netns " + host.init(),
            "link set dev " + link + " master " + BRIDGE + " up"));
    List<String> inside = List.of("nsenter", "--target", Long.toString(host.init()), "--net", "--");
    batch(
        inside,
        List.of(
            "link set dev lo up",
            "addr add " + address(host) + "/24 dev eth0",
            "link set dev eth0 up"));
    options.link().ifPresent(rate -> shape(inside, "eth0", rate));
    options.link().ifPresent(rate -> shape(List.of(), link, rate));
  }

  public String address(Host host) {
    return options.subnet() + "." + host.number();
  }

  public void cut(String host) {
    Commands.run("ip", "link", "set", "dev", vethName(host), "down");
  }

  public void restore(String host) {
    Commands.run("ip", "link", "set", "dev", vethName(host), "up");
  }

  public boolean isLinkUp(String host) {
    try {
      Path flags = INTERFACES.resolve(vethName(host)).resolve("flags");
      return (Integer.decode(Files.readString(flags).strip()) & 1) != 0;
    } catch (IOException e) {
      return false;
    }
  }

  /** What the machine's end of the network link received is what the host sent. */
  public HostBytes bytes(String host) {
    return new HostBytes(counter(host, "tx_bytes"), counter(host, "rx_bytes"));
  }

  /** The {@code /etc/hosts} of every host. */
  public String hostsFile() {
    StringBuilder text = new StringBuilder("127.0.0.1\tlocalhost\n");
    for (int i = 1; i <= options.hosts(); i++) {
      text.append(options.subnet()).append('.').append(i).append("\tnode").append(i).append('\n');
    }
    return text.append(options.subnet()).append(".254\tmachine\n").toString();
  }

  private static long counter(String host, String name) {
    try {
      Path file = INTERFACES.resolve(vethName(host)).resolve("statistics").resolve(name);
      return Long.parseLong(Files.readString(file).strip());
    } catch (IOException e) {
      return 0;
    }
  }

  /** tc-tbf(8): the bucket must hold what passes in one timer tick, and one large segment. */
  private static void shape(List<String> where, String device, String rate) {
    List<String> argv = new ArrayList<>(where);
    argv.addAll(List.of("tc", "qdisc", "replace", "dev", device, "root", "tbf"));
    argv.addAll(List.of("rate", rate, "burst", "256kb", "latency", "50ms"));
    Commands.run(argv);
  }

  private static void batch(List<String> where, List<String> lines) {
    Commands.run(
        Commands.concat(where, List.of("ip", "-batch", "-")), String.join("\n", lines) + "\n");
  }

  private static String vethName(String host) {
    return "situ-" + host;
  }
}
