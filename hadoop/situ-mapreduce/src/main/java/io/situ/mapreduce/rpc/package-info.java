// SPDX-License-Identifier: Apache-2.0
/**
 * Interceptors between the application master of a job and the ResourceManager. Sees no other
 * package of this module.
 */
package io.situ.mapreduce.rpc;
