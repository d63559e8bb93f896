// SPDX-License-Identifier: Apache-2.0
/**
 * A store on any mounted file system, by system calls: {@link
 * io.situ.storage.mounted.MountedStore}, and what a driver adds to it, {@link
 * io.situ.storage.mounted.Placement} and {@link io.situ.storage.mounted.Quirks}. Sees all packages
 * below it; none of them sees this one.
 */
package io.situ.storage.mounted;
