// SPDX-License-Identifier: Apache-2.0
/**
 * What changes a tree: creation, renames, links, deletion, attributes, and what each type of file
 * system can do of these. Sees {@code file}, {@code path} and {@code nativelib}.
 */
package io.situ.storage.mounted.namespace;
