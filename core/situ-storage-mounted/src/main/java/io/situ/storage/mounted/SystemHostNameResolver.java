// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.mounted;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
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

  private final Map<String, CompletableFuture<Optional<String>>> known = new ConcurrentHashMap<>();
  private final Executor threads;

  public SystemHostNameResolver() {
    this(SystemHostNameResolver::runInOwnThread);
  }

  /**
   * @param threads must not make the caller wait
   */
  SystemHostNameResolver(Executor threads) {
    this.threads = threads;
  }

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
    try {
      return known.computeIfAbsent(address, this::lookUp).get();
    } catch (ExecutionException e) {
      return Optional.empty();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Optional.empty();
    }
  }

  /** Waits for nothing: other addresses of the map have to wait for this. */
  private CompletableFuture<Optional<String>> lookUp(String address) {
    return CompletableFuture.supplyAsync(() -> resolve(address), threads)
        .completeOnTimeout(Optional.empty(), TIMEOUT_SECONDS, TimeUnit.SECONDS);
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
