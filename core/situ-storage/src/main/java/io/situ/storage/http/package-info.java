// SPDX-License-Identifier: Apache-2.0
/** Bodies of HTTP answers whose length is bounded. */
package io.situ.storage.http;
