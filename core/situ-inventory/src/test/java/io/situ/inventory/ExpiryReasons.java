// SPDX-License-Identifier: Apache-2.0
package io.situ.inventory;

import io.situ.storage.StorePath;
import java.util.ArrayList;
import java.util.List;

/** Keeps why everything was listed. Not thread-safe. */
public final class ExpiryReasons implements ScanOptions.Progress {

  private final List<String> reasons = new ArrayList<>();

  public List<String> reasons() {
    return reasons;
  }

  @Override
  public void update(long objects, long bytes, StorePath at) {}

  @Override
  public void feedExpired(String reason) {
    reasons.add(reason);
  }
}
