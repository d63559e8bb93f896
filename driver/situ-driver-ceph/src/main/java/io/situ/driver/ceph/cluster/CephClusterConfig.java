// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.ceph.cluster;

import io.situ.storage.StoreException;
import io.situ.storage.StoreException.Kind;
import io.situ.storage.config.ConfigKey;
import io.situ.storage.config.ConfigType;
import io.situ.storage.config.StoreConfig;
import io.situ.storage.local.PrivateFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * How to reach a cluster.
 *
 * @param conf Ceph's configuration file; empty for Ceph's own default
 * @param user the name behind {@code client.}
 * @param keyring the file with the user's key; empty for what the configuration says
 * @param fileSystem which one; empty for the cluster's default
 */
public record CephClusterConfig(
    Optional<String> conf, String user, Optional<String> keyring, Optional<String> fileSystem) {

  public static final ConfigKey<Path> CONF =
      ConfigKey.of(
              "conf",
              ConfigType.path(),
              "Ceph's configuration file; without it /etc/ceph/ceph.conf, as Ceph does.")
          .asPrivileged();
  public static final ConfigKey<String> USER =
      ConfigKey.of("user", ConfigType.text(), "The Ceph user to work as, without 'client.'.")
          .withDefault("admin")
          .asPrivileged();
  public static final ConfigKey<Path> KEYRING =
      ConfigKey.of(
              "keyring",
              ConfigType.path(),
              "File with that user's key; without it Ceph's default. It is the reader's own with mode"
                  + " 0600, or root's, who may let one group read it.")
          .asPrivileged();
  public static final ConfigKey<String> FILE_SYSTEM =
      ConfigKey.of(
          "fs", ConfigType.text(), "Name of the file system; without it the cluster's default.");

  public static CephClusterConfig of(StoreConfig config) throws StoreException {
    return new CephClusterConfig(
        file(config, CONF).map(Path::toString),
        config.get(USER),
        keyring(config),
        config.find(FILE_SYSTEM));
  }

  private static Optional<String> keyring(StoreConfig config) throws StoreException {
    Optional<Path> file = file(config, KEYRING);
    if (file.isPresent()) {
      refuseUnsafe(config.fullName(KEYRING), file.get());
    }
    return file.map(Path::toString);
  }

  private static void refuseUnsafe(String key, Path file) throws StoreException {
    Optional<String> fault;
    try {
      fault = PrivateFile.fault(file);
    } catch (IOException e) {
      throw new StoreException(Kind.INVALID_ARGUMENT, null, key + " cannot be read: " + file, e);
    }
    if (fault.isPresent()) {
      throw new StoreException(
          Kind.INVALID_ARGUMENT, null, key + ": '" + file + "' cannot be used: " + fault.get());
    }
  }

  /** Names the cluster and who asks it among placement tables, the same on all hosts. */
  String tableName() {
    return "ceph " + user() + "@" + conf().orElse("");
  }

  /** The file system, for a person. */
  public String fileSystemText() {
    return fileSystem().map(name -> "the file system " + name).orElse("the cluster's file system");
  }

  private static Optional<Path> file(StoreConfig config, ConfigKey<Path> key)
      throws StoreException {
    Optional<Path> file = config.find(key);
    if (file.isPresent() && !Files.isReadable(file.get())) {
      throw config.refusal(key, "cannot be read: " + file.get());
    }
    return file;
  }
}
