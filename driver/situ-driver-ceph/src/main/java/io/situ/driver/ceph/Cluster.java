package io.situ.driver.ceph;

import io.situ.storage.StoreException;
import io.situ.storage.StoreException.Kind;
import io.situ.storage.config.StoreConfig;
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
record Cluster(
    Optional<String> conf, String user, Optional<String> keyring, Optional<String> fileSystem) {

  static final StoreConfig.Key CONF =
      StoreConfig.Key.privileged(
          "conf",
          Optional.empty(),
          "Ceph's configuration file; without it /etc/ceph/ceph.conf, as Ceph does.");
  static final StoreConfig.Key USER =
      StoreConfig.Key.privileged(
          "user", Optional.of("admin"), "The Ceph user to work as, without 'client.'.");
  static final StoreConfig.Key KEYRING =
      StoreConfig.Key.privileged(
          "keyring", Optional.empty(), "File with that user's key; without it Ceph's default.");
  static final StoreConfig.Key FILE_SYSTEM =
      new StoreConfig.Key(
          "fs", Optional.empty(), "Name of the file system; without it the cluster's default.");

  static Cluster of(StoreConfig config) throws StoreException {
    return new Cluster(
        file(config, CONF), config.require(USER), file(config, KEYRING), config.get(FILE_SYSTEM));
  }

  /** The file system, for a person. */
  String fileSystemText() {
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
