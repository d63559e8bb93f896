// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.source;

import io.situ.storage.StoreException;
import io.situ.storage.StoreException.Kind;
import java.io.EOFException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import org.apache.hadoop.fs.FileAlreadyExistsException;
import org.apache.hadoop.fs.ParentNotDirectoryException;
import org.apache.hadoop.hdfs.protocol.DSQuotaExceededException;
import org.apache.hadoop.hdfs.protocol.NSQuotaExceededException;
import org.apache.hadoop.hdfs.server.namenode.SafeModeException;
import org.apache.hadoop.ipc.RemoteException;
import org.apache.hadoop.ipc.StandbyException;
import org.apache.hadoop.security.AccessControlException;

/** Reports failures of HDFS in one sentence, with what a caller may do about them. */
public final class HdfsFailures {

  private HdfsFailures() {}

  /** Something that HDFS may fail at. */
  public interface Call<T> {
    T run() throws IOException;
  }

  /**
   * @throws StoreException for every failure
   */
  public static <T> T translate(Call<T> call) throws StoreException {
    try {
      return call.run();
    } catch (IOException e) {
      throw translate(e);
    }
  }

  static StoreException translate(IOException e) {
    if (e instanceof StoreException known) {
      return known;
    }
    IOException cause = e instanceof RemoteException remote ? unwrapped(remote) : e;
    return new StoreException(kind(cause), null, sentence(cause), e);
  }

  /** Whether what was asked for is not there. */
  public static boolean isMissing(IOException e) {
    return (e instanceof RemoteException remote ? unwrapped(remote) : e)
        instanceof FileNotFoundException;
  }

  private static IOException unwrapped(RemoteException remote) {
    return remote.unwrapRemoteException(
        AccessControlException.class,
        DSQuotaExceededException.class,
        FileAlreadyExistsException.class,
        FileNotFoundException.class,
        NSQuotaExceededException.class,
        ParentNotDirectoryException.class,
        SafeModeException.class,
        StandbyException.class);
  }

  private static Kind kind(IOException e) {
    if (isUnreachable(e) || e instanceof SafeModeException || e instanceof StandbyException) {
      return Kind.UNAVAILABLE;
    }
    if (e instanceof AccessControlException) {
      return Kind.PERMISSION_DENIED;
    }
    if (e instanceof FileAlreadyExistsException) {
      return Kind.ALREADY_EXISTS;
    }
    if (e instanceof FileNotFoundException) {
      return Kind.NOT_FOUND;
    }
    if (e instanceof ParentNotDirectoryException) {
      return Kind.NOT_A_DIRECTORY;
    }
    if (e instanceof DSQuotaExceededException || e instanceof NSQuotaExceededException) {
      return Kind.NO_SPACE;
    }
    return e instanceof InterruptedIOException ? Kind.INTERRUPTED : Kind.FAILED;
  }

  private static boolean isUnreachable(IOException e) {
    return e instanceof SocketException
        || e instanceof SocketTimeoutException
        || e instanceof UnknownHostException
        || e instanceof EOFException;
  }

  /** Hadoop adds lines of advice, and stack traces of its servers. */
  private static String sentence(IOException e) {
    if (e instanceof StandbyException) {
      return "the NameNode that was asked is a standby; write hdfs://NAMESERVICE/DIR"
          + " (dfs.nameservices) or name the active one";
    }
    String text = String.valueOf(e.getMessage()).strip();
    String first =
        text.lines().findFirst().orElse("").replaceFirst("; For more details see:.*", "");
    return isUnreachable(e) ? "HDFS does not answer: " + first : first;
  }
}
