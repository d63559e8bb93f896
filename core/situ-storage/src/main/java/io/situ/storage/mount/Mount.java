// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.mount;

import io.situ.storage.StorePath;
import java.util.Objects;

/**
 * One mounted file system of this host, as {@code /proc/self/mountinfo} reports it.
 *
 * @param id the kernel's mount id
 * @param point where it is mounted, as a path from this process's root directory
 * @param type file system type, for instance {@code ext4}, {@code fuse.glusterfs}, {@code lustre}
 * @param source what is mounted, for instance a device or {@code server:/volume}
 * @param options the super block's options, comma separated
 */
public record Mount(int id, StorePath point, String type, String source, String options) {
  public Mount {
    Objects.requireNonNull(point, "point");
    Objects.requireNonNull(type, "type");
    Objects.requireNonNull(source, "source");
    Objects.requireNonNull(options, "options");
  }
}
