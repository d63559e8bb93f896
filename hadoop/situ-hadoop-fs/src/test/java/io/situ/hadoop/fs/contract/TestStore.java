// SPDX-License-Identifier: Apache-2.0
package io.situ.hadoop.fs.contract;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileContext;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.UnsupportedFileSystemException;

/**
 * The store that Hadoop's own tests run on, chosen by the system property {@code situ.test.store}.
 */
public enum TestStore {
  /**
   * A store with a name, rooted in a directory of its own: its root may be emptied. A {@code
   * contract-store.xml} on the class path says where it is and what it is.
   */
  NAMED("situ://contract", true),
  /** This host's paths: the tests stay below the build directory. */
  LOCAL("situ:///", false);

  /** The store in which the named one may be made, where {@code contract-store.xml} has one. */
  public static final URI AROUND = URI.create("situ://around");

  private static final Path SCRATCH = scratch();

  static {
    System.setProperty("situ.test.root", SCRATCH.toString());
    Configuration.addDefaultResource("contract-store.xml");
  }

  private final String uri;
  private final boolean mayEmptyRoot;

  TestStore(String uri, boolean mayEmptyRoot) {
    this.uri = uri;
    this.mayEmptyRoot = mayEmptyRoot;
  }

  public static TestStore chosen() {
    return valueOf(System.getProperty("situ.test.store", "NAMED"));
  }

  private static Path scratch() {
    try {
      Path base = Files.createDirectories(Path.of("target", "hadoop-tests").toAbsolutePath());
      return Files.createTempDirectory(base, "store-");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public URI uri() {
    return URI.create(uri);
  }

  /** Where tests put their files; some of them write to the same path of this host too. */
  public String top() {
    return SCRATCH + "/tests";
  }

  public boolean mayEmptyRoot() {
    return mayEmptyRoot;
  }

  public static FileSystem open(Configuration conf) throws IOException {
    return FileSystem.newInstance(chosen().uri(), conf);
  }

  public static FileContext context() throws UnsupportedFileSystemException {
    return FileContext.getFileContext(chosen().uri());
  }
}
