// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.mounted;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Pattern;

/**
 * The host names of servers' addresses, by the system's resolver. An address that has no name, or
 * whose name does not come soon, has none from then on: no process waits for it twice. Thread-safe.
 */
public final class SystemHostNameResolver implements HostNameResolver {

  /** Only literal addresses: a word would be taken for a name and looked up. */
  private static final Pattern ADDRESS =
      Pattern.compile("[0-9]{1,3}(\\.[0-9]{1,3}){3}|[0-9a-fA-F:]*:[0-9a-fA-F:.]*");

  private static final long TIMEOUT_SECONDS = 3;

  private final Map<String, Optional<String>> known = new ConcurrentHashMap<>();

  @Override
  public Optional<String> own() {
    try {
      return Optional.of(InetAddress.getLocalHost().getHostName());
    } catch (UnknownHostException e) {
      return Optional.empty();
    }
  }

  @Override
  public Optional<String> of(String address) {
    return ADDRESS.matcher(address).matches()
        ? known.computeIfAbsent(address, SystemHostNameResolver::lookUp)
        : Optional.empty();
  }

  private static Optional<String> lookUp(String address) {
    CompletableFuture<Optional<String>> answer =
        CompletableFuture.supplyAsync(() -> resolve(address));
    try {
      return answer.get(TIMEOUT_SECONDS, TimeUnit.SECONDS);
    } catch (TimeoutException | ExecutionException e) {
      return Optional.empty();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Optional.empty();
    }
  }

  private static Optional<String> resolve(String address) {
    try {
      InetAddress host = InetAddress.getByName(address);
      String name = host.getCanonicalHostName();
      return name.equals(host.getHostAddress()) ? Optional.empty() : Optional.of(name);
    } catch (UnknownHostException e) {
      return Optional.empty();
    }
  }
}
