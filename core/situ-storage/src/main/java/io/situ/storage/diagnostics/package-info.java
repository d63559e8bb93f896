// SPDX-License-Identifier: Apache-2.0
/** What stores and drivers report that fails no call: warnings, and advice for administrators. */
package io.situ.storage.diagnostics;
