// SPDX-License-Identifier: Apache-2.0
/**
 * How far the layout of files lets engines read locally, and which layout lets them: {@code
 * layout}. Sees {@code context} and {@code console}.
 */
package io.situ.cli.layout;
