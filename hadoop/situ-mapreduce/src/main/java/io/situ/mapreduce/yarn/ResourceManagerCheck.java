// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce.yarn;

import java.io.EOFException;
import java.io.IOException;
import java.math.BigDecimal;
import java.net.InetSocketAddress;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.util.Optional;
import javax.security.sasl.SaslException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CommonConfigurationKeys;
import org.apache.hadoop.net.ConnectTimeoutException;
import org.apache.hadoop.yarn.api.ApplicationClientProtocol;
import org.apache.hadoop.yarn.api.protocolrecords.GetClusterMetricsRequest;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.apache.hadoop.yarn.ipc.YarnRPC;

/**
 * Whether a ResourceManager answers calls: the kernel takes connections also for a process that is
 * stopped. Thread-safe.
 */
public final class ResourceManagerCheck {

  /** How long a call may take: a pause of the garbage collector, or a full queue, is no failure. */
  public static final String TIMEOUT = CommonConfigurationKeys.IPC_CLIENT_RPC_TIMEOUT_KEY;

  private static final int DEFAULT_TIMEOUT_MILLIS = 30_000;

  /**
   * Why a ResourceManager does not answer.
   *
   * @param reason as a clause, without its address
   * @param timedOut it takes connections, and may be overloaded or stopped
   */
  public record Failure(String reason, boolean timedOut) {}

  private ResourceManagerCheck() {}

  /**
   * Makes one call, and returns why it is not answered; empty if it is, also by a refusal and by
   * one on standby, and where this client cannot ask: the client that submits a job says that
   * better.
   *
   * @param conf of a client
   * @param ownTimeout {@link #TIMEOUT} is the user's own, and counts unless it says that there is
   *     none; without it the call may take 30 s
   */
  public static Optional<Failure> failure(
      Configuration conf, InetSocketAddress address, boolean ownTimeout) {
    int millis = DEFAULT_TIMEOUT_MILLIS;
    try {
      Configuration once = new YarnConfiguration(conf);
      int own = ownTimeout ? once.getInt(TIMEOUT, 0) : 0;
      millis = own > 0 ? own : millis;
      once.setInt(TIMEOUT, millis);
      ImpatientYarnClient.limitConnecting(once);
      once.setInt(CommonConfigurationKeys.IPC_CLIENT_CONNECT_MAX_RETRIES_ON_SASL_KEY, 0);
      call(once, address);
      return Optional.empty();
    } catch (YarnException | IOException | RuntimeException e) {
      return failure(e, millis);
    }
  }

  private static void call(Configuration conf, InetSocketAddress address)
      throws YarnException, IOException {
    YarnRPC rpc = YarnRPC.create(conf);
    ApplicationClientProtocol one =
        (ApplicationClientProtocol) rpc.getProxy(ApplicationClientProtocol.class, address, conf);
    try {
      one.getClusterMetrics(GetClusterMetricsRequest.newInstance());
    } finally {
      rpc.stopProxy(one, conf);
    }
  }

  /** What comes of a login may be the silence of the KDC. */
  static Optional<Failure> failure(Exception thrown, int millis) {
    if (YarnApplications.isAnswer(thrown)) {
      return Optional.empty();
    }
    Optional<Failure> failure = Optional.empty();
    for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
      if (cause instanceof SaslException) {
        return Optional.empty();
      }
      Optional<Failure> reason = ofNetwork(cause, millis);
      failure = reason.isPresent() ? reason : failure;
    }
    return failure;
  }

  private static Optional<Failure> ofNetwork(Throwable cause, int millis) {
    if (cause instanceof SocketTimeoutException && !(cause instanceof ConnectTimeoutException)) {
      String seconds = BigDecimal.valueOf(millis, 3).stripTrailingZeros().toPlainString();
      return Optional.of(
          new Failure("took the connection and did not answer within " + seconds + " s", true));
    }
    if (cause instanceof EOFException) {
      return Optional.of(new Failure("closed the connection without an answer", false));
    }
    return cause instanceof ConnectTimeoutException
            || cause instanceof SocketException
            || cause instanceof UnknownHostException
        ? Optional.of(new Failure(String.valueOf(cause.getMessage()), false))
        : Optional.empty();
  }
}
