// SPDX-License-Identifier: Apache-2.0
/**
 * What a user of Spark names in its configuration: the plug-in and the extensions of sessions. May
 * use every other package of this module; none of them uses this one.
 */
package io.situ.spark;
