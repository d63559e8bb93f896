// SPDX-License-Identifier: Apache-2.0
/**
 * Resolution of paths below a root, from held directory to held directory, so that no link leads
 * out of it: lookups, names in open directories, status of what is there. Sees {@code nativelib}.
 */
package io.situ.storage.mounted.path;
