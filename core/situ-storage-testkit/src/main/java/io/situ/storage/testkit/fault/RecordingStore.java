// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.testkit.fault;

import io.situ.storage.Store;
import io.situ.storage.StoreException;
import io.situ.storage.forward.InterceptingStore;
import io.situ.storage.forward.StoreOperation;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/** Remembers what was asked of a store, whether it succeeded or not. */
public final class RecordingStore extends InterceptingStore {

  private final List<StoreOperation> operations = Collections.synchronizedList(new ArrayList<>());

  public RecordingStore(Store store) {
    super(store);
  }

  @Override
  protected <T> T around(StoreOperation operation, Call<T> call) throws StoreException {
    operations.add(operation);
    return call.run();
  }

  /** All operations so far, in the order they began. */
  public List<StoreOperation> operations() {
    synchronized (operations) {
      return List.copyOf(operations);
    }
  }

  /** How many operations of these kinds there were; of any kind if none is given. */
  public long count(StoreOperation.Kind... kinds) {
    List<StoreOperation.Kind> wanted = Arrays.asList(kinds);
    return operations().stream()
        .filter(operation -> wanted.isEmpty() || wanted.contains(operation.kind()))
        .count();
  }

  /** Forgets what was recorded. */
  public void clear() {
    operations.clear();
  }
}
