// SPDX-License-Identifier: Apache-2.0
package io.situ.cli.object;

import io.situ.cli.console.CliException;
import io.situ.cli.console.Console;
import io.situ.cli.console.DisplayNames;
import io.situ.cli.console.ExitCode;
import io.situ.cli.context.GlobalOptions;
import io.situ.cli.context.OpenStores;
import io.situ.cli.context.StoreLocation;
import io.situ.storage.Attributes;
import io.situ.storage.Listing;
import io.situ.storage.Store;
import io.situ.storage.StoreException;
import io.situ.storage.StoreObject;
import io.situ.storage.StorePath;
import io.situ.storage.util.StoreFiles;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

/** Lists what is in a store. */
@Command(
    name = "ls",
    header = "List files.",
    description = {
      "A directory's entries, or a file itself. In a pipe names are written byte for byte; on a"
          + " terminal what it could act on is escaped."
    })
public final class LsCommand implements Callable<Integer> {

  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss", Locale.ROOT)
          .withZone(ZoneId.systemDefault());

  @ParentCommand private GlobalOptions situ;

  @Mixin private PathArguments targets;

  @Option(names = "-l", description = "Also mode, owner, group, size and modification time.")
  private boolean details;

  @Option(
      names = {"-R", "--recursive"},
      description = "Everything below.")
  private boolean recursive;

  @Option(
      names = {"-U", "--unsorted"},
      description = "In the store's order, without holding the list in memory.")
  private boolean unsorted;

  @Option(
      names = {"-0", "--null"},
      description = "End each name with a NUL instead of a line break, and escape nothing.")
  private boolean nul;

  private final List<StoreException> unlisted = new ArrayList<>();

  @Override
  public Integer call() throws StoreException {
    try (OpenStores stores = situ.stores()) {
      for (StoreLocation place : targets.places(situ)) {
        Store store = stores.at(place);
        StoreObject object = store.stat(place.path(), false);
        if (object.kind() == StoreObject.Kind.SYMLINK) {
          object = directoryBehind(store, place, object);
        }
        if (object.isDirectory()) {
          list(store, place);
        } else {
          print(place, object, place.path().toString());
        }
      }
    }
    if (!unlisted.isEmpty()) {
      throw unlisted();
    }
    return ExitCode.OK.code();
  }

  private CliException unlisted() {
    StoreException first = unlisted.get(0);
    int more = unlisted.size() - 1;
    return new CliException(
        CliException.exit(first.kind()),
        first.getMessage() + (more == 0 ? "" : ", and so for " + more + " more"),
        first);
  }

  private static StoreObject directoryBehind(Store store, StoreLocation place, StoreObject link) {
    try {
      StoreObject target = store.stat(place.path(), true);
      return target.isDirectory() ? target : link;
    } catch (StoreException e) {
      return link;
    }
  }

  private void list(Store store, StoreLocation place) throws StoreException {
    List<StoreObject> all = new ArrayList<>();
    try (Listing listing =
        recursive
            ? StoreFiles.walk(store, place.path(), false, unlisted::add)
            : store.list(place.path(), Listing.Options.FLAT)) {
      for (StoreObject next = listing.next(); next != null; next = listing.next()) {
        if (unsorted) {
          print(place, next, name(next));
        } else {
          all.add(next);
        }
      }
    }
    all.sort(Comparator.comparing(StoreObject::path));
    all.forEach(object -> print(place, object, name(object)));
  }

  private String name(StoreObject object) {
    return recursive ? object.path().toString() : object.path().name();
  }

  private void print(StoreLocation place, StoreObject object, String name) {
    Console out = situ.out();
    out.endWithReader();
    if (targets.json()) {
      out.json(ObjectJson.of(place, object));
    } else if (nul) {
      out.write(StorePath.encode(name));
      out.write(0);
    } else {
      out.name(details ? details(object) : "", name, link(object) + "\n");
    }
  }

  private String link(StoreObject object) {
    return details
        ? object.linkTarget().map(to -> " -> " + DisplayNames.escaped(to)).orElse("")
        : "";
  }

  private static String details(StoreObject object) {
    Attributes attributes = object.attributes();
    return String.format(
        Locale.ROOT,
        "%s %-8s %-8s %14d %s ",
        mode(object),
        attributes.owner(),
        attributes.group(),
        object.size(),
        TIME.format(attributes.modified()));
  }

  static String mode(StoreObject object) {
    char kind =
        switch (object.kind()) {
          case DIRECTORY -> 'd';
          case SYMLINK -> 'l';
          case FILE -> '-';
          case OTHER -> '?';
        };
    int mode = object.attributes().mode();
    char[] text = (kind + "rwxrwxrwx").toCharArray();
    for (int bit = 0; bit < 9; bit++) {
      if ((mode >> (8 - bit) & 1) == 0) {
        text[bit + 1] = '-';
      }
    }
    return new String(text);
  }
}
