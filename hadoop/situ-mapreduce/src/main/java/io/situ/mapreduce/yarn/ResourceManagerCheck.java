// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce.yarn;

import java.io.EOFException;
import java.io.IOException;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.util.Optional;
import javax.security.sasl.SaslException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.client.api.YarnClient;
import org.apache.hadoop.yarn.exceptions.YarnException;

/**
 * Whether a ResourceManager answers calls: the kernel takes connections also for a process that is
 * stopped. Thread-safe.
 */
public final class ResourceManagerCheck {

  private ResourceManagerCheck() {}

  /**
   * Returns why no call is answered within some seconds, as a clause; empty if one is, also by a
   * refusal, and where this client cannot ask: the client that submits a job says that better.
   */
  public static Optional<String> silence(Configuration conf) {
    try (YarnClient yarn = ImpatientYarnClient.start(conf)) {
      yarn.getYarnClusterMetrics();
      return Optional.empty();
    } catch (YarnException | IOException | RuntimeException e) {
      return silence(e);
    }
  }

  /** What comes of a login may be the silence of the KDC. */
  static Optional<String> silence(Exception failure) {
    Throwable cause = failure;
    while (cause != null && !(cause instanceof SaslException)) {
      if (cause instanceof SocketException
          || cause instanceof SocketTimeoutException
          || cause instanceof UnknownHostException
          || cause instanceof EOFException) {
        return Optional.of(String.valueOf(cause.getMessage()));
      }
      cause = cause.getCause();
    }
    return Optional.empty();
  }
}
