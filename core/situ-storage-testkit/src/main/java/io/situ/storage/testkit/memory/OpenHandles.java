// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.testkit.memory;

import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/** What was opened and not closed, with the place in the code where it was. */
final class OpenHandles {

  private final Map<Object, Throwable> open = Collections.synchronizedMap(new IdentityHashMap<>());

  void opened(Object handle, String what) {
    open.put(handle, new Throwable(what + " was opened here and never closed"));
  }

  void closed(Object handle) {
    open.remove(handle);
  }

  List<Throwable> leaks() {
    synchronized (open) {
      return List.copyOf(open.values());
    }
  }
}
