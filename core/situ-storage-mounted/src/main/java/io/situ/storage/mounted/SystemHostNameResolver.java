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
 * whose name does not come soon, has none from then on: no process waits for it twice. A thread
 * that is interrupted meanwhile gets none, and the next one asks again. Thread-safe.
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
    if (!ADDRESS.matcher(address).matches()) {
      return Optional.empty();
    }
    Optional<String> name = known.computeIfAbsent(address, SystemHostNameResolver::lookUp);
    return name == null ? Optional.empty() : name;
  }

  /** Null, which is not remembered, where this thread was interrupted. */
  private static Optional<String> lookUp(String address) {
    CompletableFuture<Optional<String>> answer =
        CompletableFuture.supplyAsync(
            () -> resolve(address), SystemHostNameResolver::runInOwnThread);
    try {
      return answer.get(TIMEOUT_SECONDS, TimeUnit.SECONDS);
    } catch (TimeoutException | ExecutionException e) {
      return Optional.empty();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return null;
    }
  }

  /** A name server that does not answer holds up its own address only. */
  private static void runInOwnThread(Runnable work) {
    Thread thread = new Thread(work, "situ-host-name");
    thread.setDaemon(true);
    thread.start();
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
