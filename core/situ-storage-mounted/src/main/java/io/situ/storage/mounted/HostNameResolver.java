// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.mounted;

import java.util.Optional;

/** The host names of servers, where a site has no own. Thread-safe. */
public interface HostNameResolver {

  /** This machine's own name. */
  Optional<String> own();

  /** The name of an address, which is not waited for long. */
  Optional<String> of(String address);
}
