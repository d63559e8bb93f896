// SPDX-License-Identifier: Apache-2.0
/**
 * The manifest of a snapshot, with what was skipped and not read, and the exception for an
 * inventory that cannot be used. Sees no other package of this module.
 */
package io.situ.inventory.manifest;
