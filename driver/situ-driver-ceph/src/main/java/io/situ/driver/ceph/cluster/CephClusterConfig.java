// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.ceph.cluster;

import io.situ.storage.StoreException;
import io.situ.storage.StoreException.Kind;
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

  public static final StoreConfig.Key CONF =
      StoreConfig.Key.privileged(
          "conf",
          Optional.empty(),
          "Ceph's configuration file; without it /etc/ceph/ceph.conf, as Ceph does.");
  public static final StoreConfig.Key USER =
      StoreConfig.Key.privileged(
          "user", Optional.of("admin"), "The Ceph user to work as, without 'client.'.");
  public static final StoreConfig.Key KEYRING =
      StoreConfig.Key.privileged(
          "keyring",
          Optional.empty(),
          "File with that user's key; without it Ceph's default. It is the reader's own with mode"
              + " 0600, or root's, who may let one group read it.");
  public static final StoreConfig.Key FILE_SYSTEM =
      new StoreConfig.Key(
          "fs", Optional.empty(), "Name of the file system; without it the cluster's default.");

  public static CephClusterConfig of(StoreConfig config) throws StoreException {
    return new CephClusterConfig(
        file(config, CONF), config.require(USER), keyring(config), config.get(FILE_SYSTEM));
  }

  private static Optional<String> keyring(StoreConfig config) throws StoreException {
    Optional<String> file = file(config, KEYRING);
    if (file.isPresent()) {
      refuseUnsafe(config.fullName(KEYRING.name()), Path.of(file.get()));
    }
    return file;
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

  private static Optional<String> file(StoreConfig config, StoreConfig.Key key)
      throws StoreException {
    Optional<String> file = config.get(key);
    if (file.isPresent() && !Files.isReadable(Path.of(file.get()))) {
      throw new StoreException(
          Kind.INVALID_ARGUMENT,
          null,
          config.fullName(key.name()) + " cannot be read: " + file.get());
    }
    return file;
  }
}
