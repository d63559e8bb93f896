// SPDX-License-Identifier: Apache-2.0
package io.situ.testing.ceph;

import java.util.List;

/**
 * Where a cluster's programs run. Both methods throw an unchecked exception with one sentence where
 * a program cannot be started or, for {@link #run}, ends with another exit code than 0.
 */
public interface CephHosts {

  /** Runs a program on a host to its end, with this text as input, and returns what it wrote. */
  String run(String host, List<String> argv, String input);

  /** Starts a program on a host that goes on running; its name is unique on that host. */
  void launch(String host, String name, List<String> argv);
}
