// SPDX-License-Identifier: Apache-2.0
/**
 * What can be built from the members of {@link io.situ.storage.Store}, where no driver can override
 * it: files read and written whole, trees listed and deleted; and what drivers share: values that
 * are loaded again, second tries and the pauses before them. Sees the root package.
 */
package io.situ.storage.util;
