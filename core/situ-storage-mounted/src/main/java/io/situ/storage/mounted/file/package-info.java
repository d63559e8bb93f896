// SPDX-License-Identifier: Apache-2.0
/** Open files: positional reads and writes, attributes. Sees {@code path} and {@code nativelib}. */
package io.situ.storage.mounted.file;
