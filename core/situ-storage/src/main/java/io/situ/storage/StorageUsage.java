// SPDX-License-Identifier: Apache-2.0
package io.situ.storage;

import java.util.Objects;
import java.util.OptionalLong;

/**
 * Room in a store, in bytes.
 *
 * @param capacity all there is
 * @param used what is taken
 * @param available what this user may still take
 * @param quota the limit that applies to the place asked for, where the store reports one
 */
public record StorageUsage(long capacity, long used, long available, OptionalLong quota) {
  public StorageUsage {
    Objects.requireNonNull(quota, "quota");
  }
}
