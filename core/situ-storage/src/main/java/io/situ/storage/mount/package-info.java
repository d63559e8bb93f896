/** The mounts of this host. Sees the root package. */
package io.situ.storage.mount;
