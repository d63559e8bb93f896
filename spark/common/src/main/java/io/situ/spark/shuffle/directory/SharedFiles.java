// SPDX-License-Identifier: Apache-2.0
package io.situ.spark.shuffle.directory;

import io.situ.mapreduce.shuffle.FailureDetails;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.net.URI;
import java.nio.file.AccessDeniedException;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.ClusterStorageCapacityExceededException;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileAlreadyExistsException;
import org.apache.hadoop.fs.FileContext;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.StreamCapabilities;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.security.AccessControlException;

/**
 * The file system that a shuffle directory is in, opened by this process for itself. Failures that
 * have a cause outside the application say so in one sentence. Thread-safe.
 */
public final class SharedFiles implements AutoCloseable {

  private static final FsPermission PRIVATE_DIRECTORY = new FsPermission((short) 0700);
  private static final FsPermission PRIVATE_FILE = new FsPermission((short) 0600);

  /**
   * What the system and Situ's drivers say, where no type of exception does. Messages begin with
   * paths, so that single words are not enough.
   */
  private static final Pattern NO_ROOM =
      ignoringCase("no space left on|no space is left|disk quota (is )?exceeded");

  private static final Pattern READ_ONLY = ignoringCase("read-only file system|mounted read-only");
  private static final Pattern DENIED = ignoringCase("permission denied");

  private static final String FILE = "file";
  private static final String SITU = "situ";

  private final FileSystem files;

  /** The same file system, by the interface that creates a directory without those above it. */
  private final FileContext context;

  private final Path directory;

  private SharedFiles(FileSystem files, FileContext context, Path directory) {
    this.files = files;
    this.context = context;
    this.directory = directory;
  }

  /**
   * Opens the file system of a directory, which need not be there.
   *
   * @throws IOException if there is no such file system
   */
  public static SharedFiles open(Path directory, Configuration conf) throws IOException {
    URI uri = directory.toUri();
    boolean local = FILE.equals(uri.getScheme());
    // Hadoop's file system for files of this host starts programs for owners and permissions.
    Path shared = local ? new Path(SITU, "", uri.getPath()) : directory;
    FileSystem files = FileSystem.newInstance(shared.toUri(), conf);
    FileContext context = FileContext.getFileContext(files.getUri(), conf);
    context.setUMask(new FsPermission((short) 0));
    return new SharedFiles(files, context, files.makeQualified(shared));
  }

  private static Pattern ignoringCase(String pattern) {
    return Pattern.compile(pattern, Pattern.CASE_INSENSITIVE);
  }

  /** Returns the directory, with scheme and authority. */
  public Path directory() {
    return directory;
  }

  /** Returns the Hadoop file system. */
  FileSystem fileSystem() {
    return files;
  }

  /**
   * Returns what is at a path; a symbolic link at its end is not followed where the file system has
   * them.
   */
  FileStatus status(Path path) throws IOException {
    return files.supportsSymlinks() ? files.getFileLinkStatus(path) : files.getFileStatus(path);
  }

  /** Returns whether this host shows the path. */
  public boolean isVisible(Path path) {
    try {
      files.getFileStatus(path);
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  /**
   * Creates a directory for this user alone, if it is not there, in a directory that is there.
   *
   * @throws FileNotFoundException if that is not there
   * @throws IOException in one sentence where the cause is known
   */
  public void makePrivate(Path made) throws IOException {
    try {
      context.mkdir(made, PRIVATE_DIRECTORY, false);
    } catch (FileAlreadyExistsException e) {
      // Another task has made it.
      return;
    } catch (IOException e) {
      throw explained(e);
    }
  }

  /**
   * Creates a file for this user alone, and its directory if that is not there. Nothing is created
   * if the directory that this is in is not there either.
   *
   * @throws IOException in one sentence where the cause is known
   */
  public FSDataOutputStream create(Path file) throws IOException {
    try {
      return createInDirectory(file);
    } catch (FileNotFoundException e) {
      makePrivate(file.getParent());
    } catch (IOException e) {
      throw explained(e);
    }
    try {
      return createInDirectory(file);
    } catch (IOException e) {
      throw explained(e);
    }
  }

  private FSDataOutputStream createInDirectory(Path file) throws IOException {
    return files.createFile(file).overwrite(false).permission(PRIVATE_FILE).build();
  }

  /** Opens a file for reads at given positions. */
  public FSDataInputStream open(Path file) throws IOException {
    return files.open(file);
  }

  /** Returns the length of a file in bytes. */
  public long length(Path file) throws IOException {
    return files.getFileStatus(file).getLen();
  }

  /** Deletes a file or a directory with everything in it, if it is there. */
  public void delete(Path path) throws IOException {
    files.delete(path, true);
  }

  /** Has what was written to a file stay when this host fails, where the file system can. */
  public static void sync(FSDataOutputStream out) throws IOException {
    if (out.hasCapability(StreamCapabilities.HSYNC)) {
      out.hsync();
    }
  }

  /**
   * Returns the failure with what is wrong with the directory, where that can be determined;
   * otherwise the failure itself.
   */
  public IOException explained(IOException failure) {
    String obstacle = obstacle(failure);
    return obstacle.isEmpty()
        ? failure
        : new IOException(
            "the directory for shuffle data, '" + directory + "', cannot be used: " + obstacle,
            failure);
  }

  private String obstacle(IOException failure) {
    String text = FailureDetails.messages(failure);
    if (isOf(failure, ClusterStorageCapacityExceededException.class)
        || NO_ROOM.matcher(text).find()) {
      return "there is no room left; make room, or set spark.situ.shuffle=off";
    }
    if (READ_ONLY.matcher(text).find()) {
      return "it is read-only on " + FailureDetails.host();
    }
    if (isOf(failure, AccessControlException.class)
        || isOf(failure, AccessDeniedException.class)
        || DENIED.matcher(text).find()) {
      return "user " + FailureDetails.user() + " may not write there on " + FailureDetails.host();
    }
    return isVisible(directory) ? "" : notHere();
  }

  private static boolean isOf(Throwable failure, Class<? extends IOException> type) {
    return failure != null && (type.isInstance(failure) || isOf(failure.getCause(), type));
  }

  /** Returns the clause for a host that does not show the directory. */
  public String notHere() {
    return "it is not there on " + FailureDetails.host() + "; is the store mounted on that host?";
  }

  /** Returns what is in a directory; empty if it is not there. */
  FileStatus[] list(Path path) throws IOException {
    try {
      return files.listStatus(path);
    } catch (FileNotFoundException e) {
      return new FileStatus[0];
    }
  }

  @Override
  public void close() throws IOException {
    files.close();
  }
}
