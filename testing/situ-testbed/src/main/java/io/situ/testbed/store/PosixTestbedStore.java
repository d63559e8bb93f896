// SPDX-License-Identifier: Apache-2.0
package io.situ.testbed.store;

import io.situ.testbed.host.Host;
import java.util.List;

/**
 * A directory of the machine: all hosts see the machine's file system, so nothing is to be done.
 */
final class PosixTestbedStore implements SharedStore {

  @Override
  public void create(List<Host> hosts) {}

  @Override
  public void rejoin(Host host, List<Host> hosts) {}

  @Override
  public boolean mounted(Host host) {
    return host.up();
  }
}
