// SPDX-License-Identifier: Apache-2.0
package io.situ.testbed.store;

import io.situ.testbed.host.Host;
import io.situ.testbed.process.TestbedException;
import io.situ.testbed.state.TestbedOptions;
import io.situ.testbed.state.TestbedState;
import java.util.List;

/** The store that all hosts mount under one path. */
public interface SharedStore {

  /** Makes the store on hosts that were just started, and mounts it on each and on the machine. */
  void create(List<Host> hosts);

  /**
   * Brings a host that was started again back into the store, and mounts it there; the other hosts
   * may be down.
   */
  void rejoin(Host host, List<Host> hosts);

  /** Whether the host has the store mounted. */
  boolean mounted(Host host);

  /** Names of the store's daemons that belong on a host. */
  default List<String> daemons(Host host) {
    return List.of();
  }

  /** Names of those {@link #daemons} that write what is stored to the host's disk. */
  default List<String> writers(Host host) {
    return List.of();
  }

  /** Starts one of {@link #daemons} that does not run, and waits until it serves. */
  default void start(Host host, String name) {
    throw new TestbedException(host.name() + " has no daemon named " + name);
  }

  /** Ids, on the host, of the processes of one of {@link #daemons}. */
  default List<Long> pids(Host host, String name) {
    return host.record(name).pid().stream().toList();
  }

  static SharedStore of(TestbedState state, TestbedOptions options) {
    return switch (options.store().kind()) {
      case POSIX -> new PosixTestbedStore();
      case GLUSTER -> new GlusterTestbedStore(state, options);
      case CEPH -> new CephTestbedStore(state, options);
    };
  }
}
