// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.lustre;

import io.situ.storage.StoreException;
import io.situ.storage.StoreException.Kind;
import io.situ.storage.config.StoreConfig;
import io.situ.storage.mount.Mount;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
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

  static final StoreConfig.Key FILE =
      new StoreConfig.Key(
          "changelog.file",
          Optional.empty(),
          "File to which an administrator appends what 'lfs changelog' prints; {mdt} in it stands"
              + " for the metadata target's name.");

  static final StoreConfig.Key COMMAND =
      StoreConfig.Key.privileged(
          "changelog.command",
          Optional.empty(),
          "Program that prints a changelog, with arguments separated by blanks; it is called with the"
              + " metadata target's name and the number of the first record wanted.");

  static final StoreConfig.Key CLEAR =
      StoreConfig.Key.privileged(
          "changelog.clear",
          Optional.empty(),
          "Program, with arguments separated by blanks, that is called with a metadata target's name"
              + " and the number of the last record that is not needed any more.");

  static final StoreConfig.Key TARGETS =
      new StoreConfig.Key(
          "changelog.mdts",
          Optional.empty(),
          "The metadata targets' names, separated by commas; if not set, those that this client is"
              + " connected to.");

  static final StoreConfig.Key STRIPED =
      new StoreConfig.Key(
          "changelog.striped.directories",
          Optional.empty(),
          "none is the site's word that no directory is striped over metadata targets; it is"
              + " needed where there are several of them.");

  static final List<StoreConfig.Key> ALL = List.of(FILE, COMMAND, CLEAR, TARGETS, STRIPED);

  /** Where a client shows its connections to metadata targets. */
  static final Path CONNECTIONS = Path.of("/sys/fs/lustre/mdc");

  private static final Duration TIMEOUT = Duration.ofMinutes(10);
  private static final Pattern TARGET = Pattern.compile("[A-Za-z0-9_.-]{1,32}-MDT[0-9a-f]{4}");
  private static final Pattern CONNECTION = Pattern.compile("(.*-MDT[0-9a-f]{4})-mdc-.*");

  private ChangelogConfig() {}

  /** Whether there is a changelog to read, saying no to what is not valid. */
  static boolean areSet(StoreConfig config) throws StoreException {
    boolean file = config.get(FILE).isPresent();
    boolean command = config.get(COMMAND).isPresent();
    if (file && command) {
      throw refuse("set only one of " + name(config, FILE) + " and " + name(config, COMMAND));
    }
    if (config.get(CLEAR).isPresent() && !command) {
      throw refuse(name(config, CLEAR) + " needs " + name(config, COMMAND));
    }
    for (StoreConfig.Key key : List.of(TARGETS, STRIPED)) {
      if (config.get(key).isPresent() && !file && !command) {
        throw refuse(
            name(config, key) + " needs " + name(config, FILE) + " or " + name(config, COMMAND));
      }
    }
    if (!config.get(STRIPED).orElse("none").equals("none")) {
      throw refuse(name(config, STRIPED) + " is none or not set: striped ones cannot be followed");
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
    if (mdts.size() > 1 && config.get(STRIPED).isEmpty()) {
      throw refuse(
          "records name the stripes of a directory that is striped over metadata targets, and not"
              + " the directory: if none is, say so by "
              + name(config, STRIPED)
              + "=none");
    }
    return new Changelogs(mdts, () -> connected(connections, fsname), source(config, mdts));
  }

  private static Set<String> targets(StoreConfig config, Set<String> connected)
      throws StoreException {
    Optional<String> reported = config.get(TARGETS);
    if (reported.isEmpty() && connected.isEmpty()) {
      throw refuse(
          "set "
              + name(config, TARGETS)
              + ": this client's connections to metadata targets are not seen in "
              + CONNECTIONS);
    }
    Set<String> mdts = new TreeSet<>(connected);
    if (reported.isPresent()) {
      mdts.clear();
      for (String each : reported.get().split(",", -1)) {
        if (!TARGET.matcher(each.strip()).matches()) {
          throw refuse(
              name(config, TARGETS)
                  + " has names such as testfs-MDT0000, separated by commas, not '"
                  + each
                  + "'");
        }
        mdts.add(each.strip());
      }
    }
    return mdts;
  }

  private static ChangelogSource source(StoreConfig config, Set<String> mdts)
      throws StoreException {
    Optional<String> file = config.get(FILE);
    if (file.isEmpty()) {
      return new ChangelogCommand(
          words(config.require(COMMAND)), words(config.get(CLEAR).orElse("")), TIMEOUT);
    }
    if (mdts.size() > 1 && !file.get().contains(ChangelogFile.TARGET)) {
      throw refuse(
          name(config, FILE)
              + " needs "
              + ChangelogFile.TARGET
              + " in it, for there are "
              + mdts.size()
              + " metadata targets, each with records of its own numbers");
    }
    try {
      return new ChangelogFile(Path.of(file.get()));
    } catch (InvalidPathException e) {
      throw refuse(name(config, FILE) + " names '" + file.get() + "', which is not a path here");
    }
  }

  private static List<String> words(String command) {
    return command.isBlank() ? List.of() : List.of(command.strip().split("\\s+"));
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

  private static String name(StoreConfig config, StoreConfig.Key key) {
    return config.fullName(key.name());
  }

  private static StoreException refuse(String sentence) {
    return new StoreException(Kind.INVALID_ARGUMENT, null, sentence);
  }
}
