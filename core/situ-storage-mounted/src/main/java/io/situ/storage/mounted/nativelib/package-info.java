// SPDX-License-Identifier: Apache-2.0
/**
 * Calls of the C library, by JNA: system calls, error numbers, buffers in native memory, descriptors
 * that threads share, names of users and groups. Sees no other package of this module.
 */
package io.situ.storage.mounted.nativelib;
