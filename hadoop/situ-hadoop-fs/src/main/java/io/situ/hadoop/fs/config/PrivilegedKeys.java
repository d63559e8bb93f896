// SPDX-License-Identifier: Apache-2.0
package io.situ.hadoop.fs.config;

import io.situ.storage.StoreException;
import io.situ.storage.StoreException.Kind;
import io.situ.storage.config.ConfigKey;
import io.situ.storage.config.StoreConfig;
import io.situ.storage.registry.StoreProvider;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;

/**
 * Keys whose values name programs, credentials, or what these are used with. In a process that
 * serves several users they count from its site files only.
 */
public final class PrivilegedKeys {

  private static final String ALL = "all";

  private final Set<String> names;
  private final boolean singleUser;
  private final SiteFiles site;

  /**
   * @param singleUser whether the process works for the user it runs as and for no other
   */
  PrivilegedKeys(List<StoreProvider> providers, boolean singleUser, SiteFiles site) {
    this.names = names(providers);
    this.singleUser = singleUser;
    this.site = site;
  }

  /** The rule of this process. */
  static PrivilegedKeys ofThisProcess() {
    return new PrivilegedKeys(
        StoreCache.shared().finder().providers(), ProcessRole.hasSingleUser(), new SiteFiles());
  }

  private static Set<String> names(List<StoreProvider> providers) {
    return providers.stream()
        .flatMap(provider -> provider.keys().stream())
        .filter(ConfigKey::privileged)
        .map(ConfigKey::name)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /**
   * Refuses a privileged value that this process's site files do not have, unless they allow it.
   *
   * @throws StoreException {@code PERMISSION_DENIED} naming the key
   */
  void check(StoreConfig config) throws StoreException {
    for (String key : new TreeSet<>(config.values().keySet())) {
      if (names.contains(key)) {
        requireFromSite(config.fullName(key), key, config.text(key));
      }
    }
  }

  /**
   * Refuses values of keys of Hadoop's configuration that say whose files a process of this user
   * runs, if they are not those of this process's site files, as {@link #check}.
   *
   * @param keys full names
   * @throws StoreException {@code PERMISSION_DENIED} naming the key
   */
  public static void requireFromSite(Configuration conf, Collection<String> keys)
      throws StoreException {
    ofThisProcess().checkKeys(conf, keys);
  }

  void checkKeys(Configuration conf, Collection<String> keys) throws StoreException {
    for (String key : keys) {
      requireFromSite(key, key, Optional.ofNullable(conf.get(key)).map(String::strip));
    }
  }

  /**
   * @param key the name by which the site may allow it
   */
  private void requireFromSite(String full, String key, Optional<String> value)
      throws StoreException {
    boolean isTaken =
        singleUser || value.isEmpty() || value.equals(site.get(full)) || isAllowed(key);
    if (!isTaken) {
      throw new StoreException(Kind.PERMISSION_DENIED, null, refusal(full, key));
    }
  }

  private boolean isAllowed(String key) {
    List<String> allowed = site.find(SituKeys.SESSION_KEYS).orElse(List.of());
    return allowed.contains(key) || allowed.contains(ALL);
  }

  private static String refusal(String full, String key) {
    return full
        + " is not taken from a session or job, for it names a program, credentials or what they are"
        + " used with: set it to the same value in core-site.xml on the class path of this process,"
        + " or list '"
        + key
        + "' there in "
        + SituKeys.PREFIX
        + SituKeys.SESSION_KEYS.name()
        + "; a process that works for one user only may be started with java "
        + ProcessRole.SINGLE_USER_OPTION;
  }

  /** Returns whether a configuration sets any privileged key of a store. */
  public static boolean areSet(Configuration conf) {
    Set<String> names = names(StoreCache.shared().finder().providers());
    return conf.getPropsWithPrefix(SituKeys.PREFIX).keySet().stream()
        .map(key -> key.replaceFirst("^store\\.[^.]+\\.", ""))
        .anyMatch(names::contains);
  }
}
