// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.conf.HAUtil;
import org.apache.hadoop.yarn.conf.YarnConfiguration;

/**
 * Whether YARN is there at all. Hadoop's own client tries a dead ResourceManager for a quarter of
 * an hour before it says so.
 */
public final class ResourceManagers {

  private static final int MILLIS = 3_000;

  private ResourceManagers() {}

  /**
   * Why jobs cannot be submitted now, as a clause; empty if they can, and where they run without a
   * cluster.
   *
   * @param directory the user's Hadoop configuration
   * @param settings what is set over it
   * @throws IOException if the configuration cannot be read
   */
  public static Optional<String> obstacle(Path directory, Map<String, String> settings)
      throws IOException {
    Configuration conf = new Configuration();
    ConfFiles.read(directory).forEach(conf::set);
    settings.forEach(conf::set);
    if (Framework.of(conf) == Framework.LOCAL) {
      return Optional.empty();
    }
    List<String> silent = new ArrayList<>();
    for (InetSocketAddress address : addresses(conf)) {
      Optional<String> reason = silence(address);
      if (reason.isEmpty()) {
        return Optional.empty();
      }
      silent.add(address.getHostString() + ":" + address.getPort() + " (" + reason.get() + ")");
    }
    return Optional.of(
        "the ResourceManager of '"
            + directory
            + "' does not answer: "
            + String.join(", ", silent)
            + "; start it, or fix its address there");
  }

  private static List<InetSocketAddress> addresses(Configuration conf) {
    List<InetSocketAddress> addresses = new ArrayList<>();
    if (HAUtil.isHAEnabled(conf)) {
      for (String id : HAUtil.getRMHAIds(conf)) {
        YarnConfiguration one = new YarnConfiguration(conf);
        one.set(YarnConfiguration.RM_HA_ID, id);
        addresses.add(address(one));
      }
    } else {
      addresses.add(address(conf));
    }
    return addresses;
  }

  private static InetSocketAddress address(Configuration conf) {
    return new YarnConfiguration(conf)
        .getSocketAddr(
            YarnConfiguration.RM_ADDRESS,
            YarnConfiguration.DEFAULT_RM_ADDRESS,
            YarnConfiguration.DEFAULT_RM_PORT);
  }

  private static Optional<String> silence(InetSocketAddress address) {
    if (address.isUnresolved()) {
      return Optional.of("no such host");
    }
    try (Socket socket = new Socket()) {
      socket.connect(address, MILLIS);
      return Optional.empty();
    } catch (IOException e) {
      return Optional.of(String.valueOf(e.getMessage()));
    }
  }
}
