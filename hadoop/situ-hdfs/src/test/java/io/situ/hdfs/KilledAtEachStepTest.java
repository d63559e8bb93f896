package io.situ.hdfs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.client.HdfsClientConfigKeys.Failover;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;

/**
 * An attach whose process is gone right before or after the first of each kind of call by which it
 * changes HDFS; links are asked of DataNodes between them.
 */
@Tag("slow")
class KilledAtEachStepTest extends OnLinkedCluster {

  private static final int FILES = 12;
  private static final String ONLY_ASKS = "(get|list|is|check).*|renewLease|msync";

  @TestFactory
  Stream<DynamicTest> anAttachIsTakenUp() throws Exception {
    return atEach("attach", "create|rename2?|setXAttr|complete", KilledAtEachStepTest::prepare);
  }

  @TestFactory
  Stream<DynamicTest> anUpdateIsTakenUp() throws Exception {
    return atEach("update", "create|delete|rename2?", KilledAtEachStepTest::prepareUpdate);
  }

  private interface Preparation {
    void of(String root, String target) throws IOException;
  }

  private static void prepare(String root, String target) throws IOException {
    for (int i = 0; i < FILES; i++) {
      linked.write(root.substring(1) + "/" + i % 3 + "/file" + i, 100 + i);
    }
  }

  private static void prepareUpdate(String root, String target) throws IOException {
    prepare(root, target);
    linked.attach(root, target);
    for (int i = 0; i < FILES; i += 2) {
      linked.write(root.substring(1) + "/" + i % 3 + "/file" + i, 200 + i);
    }
    Files.delete(linked.home().resolve(root.substring(1) + "/1/file1"));
    linked.write(root.substring(1) + "/new/file", 9);
  }

  private static Stream<DynamicTest> atEach(String name, String some, Preparation preparation)
      throws Exception {
    String whole = name + "-whole";
    preparation.of("/on12/" + whole, "/" + whole);
    assertThat(run(whole, "")).isZero();
    Set<String> steps = new LinkedHashSet<>(Files.readAllLines(notes(whole)));
    steps.removeIf(step -> step.matches(ONLY_ASKS));
    assertThat(steps).anyMatch(step -> step.matches(some)).hasSizeGreaterThan(3);
    return steps.stream()
        .flatMap(step -> Stream.of(step + ":before", step + ":after"))
        .map(halt -> DynamicTest.dynamicTest(halt, () -> takenUp(name, halt, preparation)));
  }

  private static void takenUp(String name, String halt, Preparation preparation) throws Exception {
    String tree = name + "-" + halt.replace(':', '-');

    preparation.of("/on12/" + tree, "/" + tree);
    UntouchedObjects objects = new UntouchedObjects();
    objects.addAll(linked.home().resolve("on12/" + tree));

    assertThat(run(tree, halt)).isEqualTo(HaltingNameNode.HALTED);

    assertThat(linked.attach("/on12/" + tree, "/" + tree).files()).isEqualTo(FILES);
    new AttachedTrees(linked).assertAsUndisturbed("/on12/" + tree, "/" + tree);
    objects.check();
  }

  private static int run(String tree, String halt) throws Exception {
    Configuration conf = new Configuration(linked.cluster().getConfiguration(0));
    String host = linked.hdfs().getUri().getHost();
    conf.set(Failover.PROXY_PROVIDER_KEY_PREFIX + "." + host, HaltingNameNode.class.getName());
    conf.set(HaltingNameNode.NOTES, notes(tree).toString());
    conf.set(HaltingNameNode.HALT, halt);
    String target = linked.hdfs().getUri() + "/" + tree;
    return AttachMain.start(scratch, conf, "/on12/" + tree, target, Integer.MAX_VALUE).waitFor();
  }

  private static Path notes(String tree) {
    return scratch.resolve(tree + ".calls");
  }
}
