// SPDX-License-Identifier: Apache-2.0
/**
 * Configuration keys and what a file system takes from them, with what the process is and may take
 * from a configuration: its role, umask, users and privileged keys. Also the open stores of this
 * process. Sees {@code buffer}.
 */
package io.situ.hadoop.fs.config;
