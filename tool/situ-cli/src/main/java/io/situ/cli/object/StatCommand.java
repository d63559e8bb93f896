// SPDX-License-Identifier: Apache-2.0
package io.situ.cli.object;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.situ.cli.console.Console;
import io.situ.cli.console.ExitCode;
import io.situ.cli.console.HumanReadable;
import io.situ.cli.context.GlobalOptions;
import io.situ.cli.context.OpenStores;
import io.situ.cli.context.StoreLocation;
import io.situ.storage.Attributes;
import io.situ.storage.Capability;
import io.situ.storage.Store;
import io.situ.storage.StoreException;
import io.situ.storage.StoreObject;
import java.util.Locale;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

/** Prints all that is known of an object. */
@Command(name = "stat", header = "Print everything a store knows of a file or directory.")
public final class StatCommand implements Callable<Integer> {

  @ParentCommand private GlobalOptions situ;

  @Mixin private PathArguments targets;

  @Option(
      names = {"-L", "--follow"},
      description = "What a symbolic link leads to, not the link.")
  private boolean follow;

  @Override
  public Integer call() throws StoreException {
    try (OpenStores stores = situ.stores()) {
      for (StoreLocation place : targets.places(situ)) {
        Store store = stores.at(place);
        StoreObject object = store.stat(place.path(), follow);
        if (targets.json()) {
          situ.out().json(json(store, place, object));
        } else {
          print(store, place, object);
        }
      }
    }
    return ExitCode.OK.code();
  }

  private static ObjectNode json(Store store, StoreLocation place, StoreObject object) {
    ObjectNode json = ObjectJson.of(place, object);
    json.put("driver", store.info().driver()).put("storeIdentity", store.info().identity());
    var capabilities = json.putArray("capabilities");
    new TreeSet<>(store.capabilities(place.path())).forEach(one -> capabilities.add(word(one)));
    return json;
  }

  private void print(Store store, StoreLocation place, StoreObject object) {
    Console out = situ.out();
    Attributes attributes = object.attributes();
    out.name("path      ", place.display(), "\n");
    out.line("kind      " + ObjectJson.kind(object));
    object.linkTarget().ifPresent(target -> out.name("target    ", target, "\n"));
    out.line("size      " + object.size() + " (" + HumanReadable.bytes(object.size()) + ")");
    out.line(
        String.format(
            Locale.ROOT,
            "access    %04o %s %s:%s",
            attributes.mode(),
            LsCommand.mode(object),
            attributes.owner(),
            attributes.group()));
    out.line("modified  " + attributes.modified());
    out.line("accessed  " + attributes.accessed());
    out.line("version   " + object.version().identity() + "." + object.version().stamp());
    object.checksum().ifPresent(checksum -> out.line("checksum  " + checksum));
    out.name("store     " + store.info().driver() + " at ", store.info().root(), "\n");
  }

  private static String word(Capability capability) {
    return capability.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
