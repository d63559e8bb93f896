// SPDX-License-Identifier: Apache-2.0
/** The mounts of this host. Sees the root package. */
package io.situ.storage.mount;
