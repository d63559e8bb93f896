package io.situ.testbed;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.OutputStream;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Hadoop's own contract tests on real stores: the rest of the build runs them on a directory. */
@Tag("long")
class ContractOnStoresTest {

  @TempDir private Path directory;

  @ParameterizedTest
  @EnumSource(
      value = TestbedOptions.StoreKind.class,
      names = {"GLUSTER", "CEPH"})
  void theContractHolds(TestbedOptions.StoreKind kind) throws Exception {
    TestbedOptions options =
        kind == TestbedOptions.StoreKind.CEPH
            ? TestbedOptions.ceph(3, 2)
            : TestbedOptions.gluster(3, 2);
    TestbedExtension.assumePossible(options);
    List<String> classPath = SourceTree.contract();
    try (Testbed testbed = Testbed.up(options)) {
      Map<String, String> keys = new HashMap<>(testbed.storeKeys());
      Path root = Files.createDirectory(Path.of(keys.get("root"), "contract"));
      keys.put("root", root.toString());
      describe(keys);
      occupy(testbed.mount());
      String jars = directory + ":" + String.join(":", classPath);
      CommandResult result =
          testbed.run(
              "node1",
              "env",
              "--chdir=" + directory,
              HadoopJava.executable(),
              "-Xmx512m",
              "-cp",
              jars,
              "io.situ.hadoop.fs.contract.ContractRunner");
      assertThat(result.exitCode()).as("%s%n%s", result.out(), result.err()).isZero();
    }
  }

  /** Hadoop's tests take it that a file system is never empty; Ceph counts in 4 MiB, and late. */
  private static void occupy(Path mount) throws Exception {
    Files.write(mount.resolve("something"), new byte[16 << 20]);
    FileStore store = Files.getFileStore(mount);
    Waits.until("take up room", () -> store.getUnallocatedSpace() < store.getTotalSpace());
  }

  private void describe(Map<String, String> keys) throws Exception {
    Configuration conf = new Configuration(false);
    keys.forEach((key, value) -> conf.set("fs.situ.store.contract." + key, value));
    try (OutputStream out = Files.newOutputStream(directory.resolve("contract-store.xml"))) {
      conf.writeXml(out);
    }
  }
}
