// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce;

import io.situ.hadoop.fs.config.ClientSecurity;
import io.situ.mapreduce.yarn.Framework;
import io.situ.mapreduce.yarn.ResourceManagerCheck;
import io.situ.mapreduce.yarn.ResourceManagerCheck.Failure;
import io.situ.mapreduce.yarn.YarnApplications;
import io.situ.mapreduce.yarn.YarnNodes;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CommonConfigurationKeys;
import org.apache.hadoop.yarn.conf.HAUtil;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.exceptions.YarnRuntimeException;

/**
 * Which ResourceManagers jobs are submitted to, and whether they are there at all. Hadoop's own
 * client tries a dead one for a quarter of an hour before it says so.
 */
public final class ResourceManagers {

  private static final int MILLIS = 3_000;

  private ResourceManagers() {}

  /**
   * Returns the addresses of the ResourceManagers that jobs are submitted to; empty if jobs run
   * without a cluster. Where a configuration asks for YARN and names none, the address is Hadoop's
   * own default, of host 0.0.0.0.
   *
   * @param values a whole configuration
   * @throws IllegalArgumentException in one sentence, if an address or {@code
   *     situ.mapreduce.framework} is not valid, one of several ResourceManagers has no address, or
   *     there are to be several and none is named
   */
  public static Optional<List<InetSocketAddress>> of(Map<String, String> values) {
    Configuration conf = configuration(values);
    return Framework.of(conf) == Framework.LOCAL ? Optional.empty() : Optional.of(addresses(conf));
  }

  /**
   * Why jobs cannot be submitted now, as a clause; empty if they can, and where they run without a
   * cluster. This process logs in with Kerberos from here on where the cluster has it.
   *
   * @param directory the user's Hadoop configuration
   * @param settings what is set over it
   * @param ownLogin the program that submits them may log in itself: where this process cannot, it
   *     is only seen whether a ResourceManager takes connections
   * @throws IOException if the configuration cannot be read, or this user must log in and cannot
   * @throws IllegalArgumentException as {@link #of} does
   */
  public static Optional<String> obstacle(
      Path directory, Map<String, String> settings, boolean ownLogin) throws IOException {
    Map<String, String> values = ConfFiles.read(directory, settings);
    Optional<Failure> silent =
        failure(of(values).orElse(List.of()), address -> failure(values, address, ownLogin));
    return silent.map(
        failure ->
            "the ResourceManager of '"
                + directory
                + "' does not answer: "
                + failure.reason()
                + (failure.timedOut()
                    ? "; is it overloaded or stopped? How long to wait is set by "
                        + ResourceManagerCheck.TIMEOUT
                    : "; start it, or fix its address there"));
  }

  private static Optional<Failure> failure(
      Map<String, String> values, InetSocketAddress address, boolean ownLogin) throws IOException {
    try {
      return failure(values, address);
    } catch (IOException e) {
      if (ownLogin) {
        return Optional.empty();
      }
      throw e;
    }
  }

  /**
   * Returns why one ResourceManager does not answer calls; empty if it does, also by a refusal and
   * by one on standby. Waits for 30 s at most, or as long as the configuration sets for a call.
   * This process logs in with Kerberos from here on where the cluster has it.
   *
   * @param values a whole configuration
   * @throws IOException if it takes connections, and this user must log in and cannot
   */
  public static Optional<Failure> failure(Map<String, String> values, InetSocketAddress address)
      throws IOException {
    Optional<Failure> failure = failure(address);
    return failure.isPresent()
        ? failure
        : ResourceManagerCheck.failure(
            client(values), address, values.containsKey(ResourceManagerCheck.TIMEOUT));
  }

  /**
   * Returns the names of the hosts on which YARN runs tasks, which are the only ones that make a
   * task local; empty if jobs run without a cluster.
   *
   * @param values a whole configuration
   * @throws IOException if no ResourceManager answers within some seconds, or it refuses, which
   *     {@link #isRefusal} says
   * @throws IllegalArgumentException as {@link #of} does
   */
  public static Optional<Set<String>> hosts(Map<String, String> values) throws IOException {
    Optional<Configuration> conf = answering(values);
    return conf.isPresent() ? Optional.of(YarnNodes.hosts(conf.get())) : Optional.empty();
  }

  /** Returns whether what {@link #hosts} failed with is a ResourceManager's answer. */
  public static boolean isRefusal(Exception failure) {
    return YarnApplications.isAnswer(failure);
  }

  /**
   * Returns what a client of the ResourceManagers needs, of which one can be connected to; empty if
   * jobs run without a cluster. This process logs in with Kerberos from here on where the cluster
   * has it.
   *
   * @throws IOException if no ResourceManager can be connected to, or this user cannot log in
   */
  static Optional<Configuration> answering(Map<String, String> values) throws IOException {
    Optional<List<InetSocketAddress>> addresses = of(values);
    if (addresses.isEmpty()) {
      return Optional.empty();
    }
    Optional<Failure> silent = failure(addresses.get(), ResourceManagers::failure);
    if (silent.isPresent()) {
      throw new IOException("no ResourceManager answers: " + silent.get().reason());
    }
    return Optional.of(client(values));
  }

  /**
   * A cluster that has no Kerberos is asked without also by a process that has logged in so, which
   * sends it no more than the user's name.
   */
  private static Configuration client(Map<String, String> values) throws IOException {
    Configuration conf = configuration(values);
    if (!ClientSecurity.requireLogin(conf)) {
      conf.setBoolean(CommonConfigurationKeys.IPC_CLIENT_FALLBACK_TO_SIMPLE_AUTH_ALLOWED_KEY, true);
    }
    return conf;
  }

  private static Configuration configuration(Map<String, String> values) {
    Configuration conf = new Configuration();
    values.forEach(conf::set);
    return conf;
  }

  private interface Check {
    Optional<Failure> failure(InetSocketAddress address) throws IOException;
  }

  /** Returns why a check fails, with each address; empty if one passes, or there is none. */
  private static Optional<Failure> failure(List<InetSocketAddress> addresses, Check check)
      throws IOException {
    List<String> reasons = new ArrayList<>();
    boolean timedOut = false;
    for (InetSocketAddress address : addresses) {
      Optional<Failure> failure = check.failure(address);
      if (failure.isEmpty()) {
        return Optional.empty();
      }
      reasons.add(
          address.getHostString() + ":" + address.getPort() + " (" + failure.get().reason() + ")");
      timedOut |= failure.get().timedOut();
    }
    return reasons.isEmpty()
        ? Optional.empty()
        : Optional.of(new Failure(String.join(", ", reasons), timedOut));
  }

  private static List<InetSocketAddress> addresses(Configuration conf) {
    List<InetSocketAddress> addresses = new ArrayList<>();
    try {
      if (HAUtil.isHAEnabled(conf)) {
        for (String id : ids(conf)) {
          YarnConfiguration one = new YarnConfiguration(conf);
          one.set(YarnConfiguration.RM_HA_ID, id);
          addresses.add(address(one));
        }
      } else {
        addresses.add(address(conf));
      }
    } catch (YarnRuntimeException e) {
      throw new IllegalArgumentException(e.getMessage(), e);
    }
    return addresses;
  }

  /**
   * Fails where there are to be several ResourceManagers and none is named.
   *
   * @throws IllegalArgumentException as {@link #of}
   */
  static void requireNamed(Configuration conf) {
    if (HAUtil.isHAEnabled(conf)) {
      ids(conf);
    }
  }

  private static Collection<String> ids(Configuration conf) {
    Collection<String> ids = HAUtil.getRMHAIds(conf);
    if (ids.isEmpty()) {
      throw new IllegalArgumentException(
          YarnConfiguration.RM_HA_ENABLED
              + " is true and "
              + YarnConfiguration.RM_HA_IDS
              + " names none");
    }
    return ids;
  }

  private static InetSocketAddress address(Configuration conf) {
    return new YarnConfiguration(conf)
        .getSocketAddr(
            YarnConfiguration.RM_ADDRESS,
            YarnConfiguration.DEFAULT_RM_ADDRESS,
            YarnConfiguration.DEFAULT_RM_PORT);
  }

  /** Returns why one takes no connection; empty if it does. */
  private static Optional<Failure> failure(InetSocketAddress address) {
    if (address.isUnresolved()) {
      return Optional.of(new Failure("no such host", false));
    }
    try (Socket socket = new Socket()) {
      socket.connect(address, MILLIS);
      return Optional.empty();
    } catch (IOException e) {
      return Optional.of(new Failure(String.valueOf(e.getMessage()), false));
    }
  }
}
