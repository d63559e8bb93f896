// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.lustre;

import io.situ.storage.StoreException;
import io.situ.storage.StoreException.Kind;
import io.situ.storage.config.ConfigKey;
import io.situ.storage.config.ConfigType;
import io.situ.storage.config.StoreConfig;
import io.situ.storage.mount.Mount;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What a site says of the changelogs that it exports. */
final class ChangelogConfig {

  static final ConfigKey<Path> FILE =
      ConfigKey.of(
          "changelog.file",
          ConfigType.path(),
          "File to which an administrator appends what 'lfs changelog' prints; {mdt} in it stands"
              + " for the metadata target's name.");

  static final ConfigKey<List<String>> COMMAND =
      ConfigKey.of(
              "changelog.command",
              ConfigType.command(),
              "Program that prints a changelog, with arguments separated by blanks; it is called with the"
                  + " metadata target's name and the number of the first record wanted.")
          .asPrivileged();

  static final ConfigKey<List<String>> CLEAR =
      ConfigKey.of(
              "changelog.clear",
              ConfigType.command(),
              "Program, with arguments separated by blanks, that is called with a metadata target's name"
                  + " and the number of the last record that is not needed any more.")
          .asPrivileged();

  static final ConfigKey<List<String>> TARGETS =
      ConfigKey.of(
          "changelog.mdts",
          ConfigType.list(ConfigType.text(), "")
              .where(
                  ChangelogConfig::areTargets, "names such as testfs-MDT0000, separated by commas"),
          "The metadata targets' names, separated by commas; if not set, those that this client is"
              + " connected to.");

  static final ConfigKey<String> STRIPED =
      ConfigKey.of(
          "changelog.striped.directories",
          ConfigType.text().where("none"::equals, "none: striped ones cannot be followed"),
          "none is the site's word that no directory is striped over metadata targets; it is"
              + " needed where there are several of them.");

  static final List<ConfigKey<?>> ALL = List.of(FILE, COMMAND, CLEAR, TARGETS, STRIPED);

  /** Where a client shows its connections to metadata targets. */
  static final Path CONNECTIONS = Path.of("/sys/fs/lustre/mdc");

  private static final Duration TIMEOUT = Duration.ofMinutes(10);
  private static final Pattern TARGET = Pattern.compile("[A-Za-z0-9_.-]{1,32}-MDT[0-9a-f]{4}");
  private static final Pattern CONNECTION = Pattern.compile("(.*-MDT[0-9a-f]{4})-mdc-.*");

  private ChangelogConfig() {}

  /** Whether there is a changelog to read, saying no to what is not valid. */
  static boolean areSet(StoreConfig config) throws StoreException {
    config.refuseBoth(FILE, COMMAND);
    boolean file = config.find(FILE).isPresent();
    boolean command = config.find(COMMAND).isPresent();
    if (config.find(CLEAR).isPresent() && !command) {
      throw config.refusal(CLEAR, "needs " + config.fullName(COMMAND));
    }
    for (ConfigKey<?> key : List.of(TARGETS, STRIPED)) {
      if (config.find(key).isPresent() && !file && !command) {
        throw config.refusal(
            key, "needs " + config.fullName(FILE) + " or " + config.fullName(COMMAND));
      }
    }
    return file || command;
  }

  /**
   * The changelogs of a mounted file system.
   *
   * @param connections {@link #CONNECTIONS}
   */
  static Changelogs open(StoreConfig config, Mount mount, Path connections) throws StoreException {
    if (Arrays.asList(mount.options().split(",")).contains("32bitapi")) {
      throw refuse(
          "a changelog names objects by numbers that the mount option 32bitapi takes away: mount "
              + mount.point()
              + " without it");
    }
    String fsname = LustreProvider.fileSystem(mount.source());
    Set<String> mdts = targets(config, connected(connections, fsname));
    if (mdts.size() > 1 && config.find(STRIPED).isEmpty()) {
      throw refuse(
          "records name the stripes of a directory that is striped over metadata targets, and not"
              + " the directory: if none is, say so by "
              + config.fullName(STRIPED)
              + "=none");
    }
    return new Changelogs(mdts, () -> connected(connections, fsname), source(config, mdts));
  }

  private static Set<String> targets(StoreConfig config, Set<String> connected)
      throws StoreException {
    Optional<List<String>> reported = config.find(TARGETS);
    if (reported.isEmpty() && connected.isEmpty()) {
      throw refuse(
          "set "
              + config.fullName(TARGETS)
              + ": this client's connections to metadata targets are not seen in "
              + CONNECTIONS);
    }
    return reported.<Set<String>>map(TreeSet::new).orElse(connected);
  }

  private static boolean areTargets(List<String> names) {
    return !names.isEmpty() && names.stream().allMatch(name -> TARGET.matcher(name).matches());
  }

  private static ChangelogSource source(StoreConfig config, Set<String> mdts)
      throws StoreException {
    Optional<Path> file = config.find(FILE);
    if (file.isEmpty()) {
      return new ChangelogCommand(
          config.get(COMMAND), config.find(CLEAR).orElse(List.of()), TIMEOUT);
    }
    if (mdts.size() > 1 && !file.get().toString().contains(ChangelogFile.TARGET)) {
      throw config.refusal(
          FILE,
          "needs "
              + ChangelogFile.TARGET
              + " in it, for there are "
              + mdts.size()
              + " metadata targets, each with records of its own numbers");
    }
    return new ChangelogFile(file.get());
  }

  /** The metadata targets that this client is connected to; none where that is not seen. */
  private static Set<String> connected(Path connections, String fsname) {
    Set<String> names = new TreeSet<>();
    try (DirectoryStream<Path> devices = Files.newDirectoryStream(connections)) {
      for (Path each : devices) {
        Matcher device = CONNECTION.matcher(each.getFileName().toString());
        if (device.matches() && device.group(1).startsWith(fsname + "-MDT")) {
          names.add(device.group(1));
        }
      }
    } catch (IOException | DirectoryIteratorException e) {
      // No client of Lustre here.
    }
    return names;
  }

  private static StoreException refuse(String sentence) {
    return new StoreException(Kind.INVALID_ARGUMENT, null, sentence);
  }
}
