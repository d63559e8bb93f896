// SPDX-License-Identifier: Apache-2.0
package io.situ.testbed.hadoop;

import io.situ.testbed.host.Host;
import io.situ.testbed.process.Await;
import io.situ.testbed.process.Commands;
import io.situ.testbed.process.ProcessRecord;
import io.situ.testbed.process.TestbedException;
import io.situ.testbed.state.TestbedState;
import io.situ.testbed.store.SharedStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** The daemons of all hosts by name: which there are, whether they run, starting and ending one. */
public final class Daemons {

  private static final Duration TIMEOUT = Duration.ofSeconds(20);

  private final SharedStore store;
  private final Optional<HadoopDaemons> hadoop;

  public Daemons(SharedStore store, Optional<HadoopDaemons> hadoop) {
    this.store = store;
    this.hadoop = hadoop;
  }

  /** Names of the daemons that belong on the host. */
  public List<String> on(Host host) {
    List<String> names = new ArrayList<>(store.daemons(host));
    hadoop.ifPresent(all -> all.kindsOn(host).forEach(kind -> names.add(kind.label())));
    return names;
  }

  public boolean alive(Host host, String name) {
    return host.up() && !pids(host, name).isEmpty();
  }

  public void start(Host host, String name) {
    check(host, name);
    if (alive(host, name)) {
      return;
    }
    if (store.daemons(host).contains(name)) {
      store.start(host, name);
    } else {
      hadoop.orElseThrow().start(kind(name), host);
    }
  }

  /** Asks the daemon to end, and ends it if it does not within 20 s. */
  public void stop(Host host, String name) {
    check(host, name);
    signal(host, name, "TERM");
    if (!Await.within(TIMEOUT, () -> pids(host, name).isEmpty())) {
      kill(host, name);
    }
  }

  /** Ends the daemon without a word to it. */
  public void kill(Host host, String name) {
    check(host, name);
    signal(host, name, "KILL");
    Await.until("end " + name + " on " + host.name(), () -> pids(host, name).isEmpty());
  }

  /** The most bytes that the daemon has had resident, as the kernel counts them. */
  public long peakMemory(Host host, String name) {
    Path status = proc(host, name).resolve("status");
    try (Stream<String> lines = Files.lines(status)) {
      return lines
          .filter(line -> line.startsWith("VmHWM:"))
          .mapToLong(line -> Long.parseLong(line.replaceAll("[^0-9]", "")) * 1024)
          .findFirst()
          .orElseThrow(() -> new TestbedException(status + " has no line VmHWM"));
    } catch (IOException e) {
      throw new TestbedException("cannot read " + status + ": " + e.getMessage(), e);
    }
  }

  /** Has the kernel count from what the daemon has resident now. */
  public void resetPeakMemory(Host host, String name) {
    TestbedState.write(proc(host, name).resolve("clear_refs"), "5\n");
  }

  private Path proc(Host host, String name) {
    check(host, name);
    return pids(host, name).stream()
        .findFirst()
        .map(pid -> host.root().resolve("proc").resolve(Long.toString(pid)))
        .orElseThrow(() -> new TestbedException(name + " does not run on " + host.name()));
  }

  /** Returns what OSDs or bricks on the host wrote to disks since they started, in bytes. */
  public long storedBytes(Host host) {
    return store.writers(host).stream()
        .flatMap(name -> store.pids(host, name).stream())
        .mapToLong(pid -> ProcessRecord.writtenBytes(host.root().resolve("proc/" + pid)))
        .sum();
  }

  private void signal(Host host, String name, String signal) {
    for (long pid : pids(host, name)) {
      Commands.result(host.enter("kill", "-s", signal, Long.toString(pid)), "");
    }
  }

  private List<Long> pids(Host host, String name) {
    return store.daemons(host).contains(name)
        ? store.pids(host, name)
        : host.record(name).pid().stream().toList();
  }

  private void check(Host host, String name) {
    if (!on(host).contains(name)) {
      throw new TestbedException(
          host.name() + " has no daemon named " + name + "; it has " + String.join(", ", on(host)));
    }
    host.init();
  }

  private static HadoopDaemons.Kind kind(String name) {
    return HadoopDaemons.Kind.valueOf(name.toUpperCase(Locale.ROOT));
  }
}
