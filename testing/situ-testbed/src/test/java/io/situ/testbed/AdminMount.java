// SPDX-License-Identifier: Apache-2.0
package io.situ.testbed;

import java.nio.file.Path;

/** A mount of the volume that shows what ordinary ones hide. */
public final class AdminMount {

  private AdminMount() {}

  /** To be run on a host; it ends with the host. */
  public static String[] command(String server, Path directory) {
    return new String[] {
      "glusterfs",
      "--volfile-server=" + server,
      "--volfile-id=vol",
      "--client-pid=-1",
      directory.toString()
    };
  }
}
