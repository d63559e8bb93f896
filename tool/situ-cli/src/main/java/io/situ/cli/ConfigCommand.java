// SPDX-License-Identifier: Apache-2.0
package io.situ.cli;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.situ.cli.console.ExitCode;
import io.situ.cli.context.EffectiveConfiguration;
import io.situ.cli.context.GlobalOptions;
import io.situ.cli.context.KnownKeys;
import io.situ.cli.context.OpenStores;
import io.situ.hadoop.fs.config.SituKeys;
import io.situ.hdfs.HdfsKeys;
import io.situ.mapreduce.JobKeys;
import io.situ.storage.config.ConfigKey;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

/** Lists the configuration keys. */
@Command(
    name = "config",
    header = "List the configuration keys, their defaults and what is set.",
    description = {
      "A store named NAME is described by fs.situ.store.NAME.KEY; fs.situ.KEY describes the one"
          + " behind situ:///."
    })
final class ConfigCommand implements Callable<Integer> {

  @ParentCommand private GlobalOptions situ;

  @Option(names = "--json", description = "One JSON object per line.")
  private boolean json;

  @Override
  public Integer call() throws Exception {
    EffectiveConfiguration settings = situ.settings();
    try (OpenStores stores = situ.stores()) {
      new KnownKeys(stores.finder()).check(settings.values());
      List<ConfigKey<?>> keys = new ArrayList<>();
      Set<ConfigKey<?>> common = new KnownKeys(stores.finder()).ofStores();
      common.addAll(SituKeys.OF_PROCESS);
      common.forEach(key -> keys.add(key.withName("fs.situ." + key.name())));
      keys.addAll(JobKeys.all());
      keys.addAll(HdfsKeys.all());
      keys.sort(Comparator.comparing(ConfigKey::name));
      keys.forEach(key -> print(key, settings));
    }
    if (!json) {
      settings.values().forEach((key, value) -> situ.out().line("set  " + key + " = " + value));
    }
    return ExitCode.OK.code();
  }

  private void print(ConfigKey<?> key, EffectiveConfiguration settings) {
    if (json) {
      situ.out()
          .json(
              JsonNodeFactory.instance
                  .objectNode()
                  .put("key", key.name())
                  .put("default", key.defaultText().orElse(null))
                  .put("value", settings.values().get(key.name()))
                  .put("description", key.description()));
      return;
    }
    situ.out().line(key.name() + key.defaultText().map(value -> "  [" + value + "]").orElse(""));
    situ.out().line("    " + key.description());
  }
}
