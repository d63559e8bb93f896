// SPDX-License-Identifier: Apache-2.0
/** Access lists of POSIX, as stores keep them, and the accounts of this host. */
package io.situ.storage.acl;
