// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import io.situ.hdfs.cluster.AttachMain;
import io.situ.hdfs.cluster.AttachedTrees;
import io.situ.hdfs.cluster.DataNodeProcess;
import io.situ.hdfs.cluster.InterceptedNameNode;
import io.situ.hdfs.cluster.OwnClusterFixture;
import io.situ.hdfs.cluster.UntouchedObjects;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.client.HdfsClientConfigKeys.Failover;
import org.apache.hadoop.test.GenericTestUtils;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;

/**
 * An attach in a process of its own, to which something happens right before or after the first of
 * each kind of call by which it changes HDFS; links are asked of DataNodes between them. A subclass
 * says at which of the calls.
 */
@Tag("hadoop-3.5")
abstract class KilledAtSteps extends OwnClusterFixture {

  private static final int FILES = 12;
  private static final String ONLY_ASKS = "(get|list|is|check).*|renewLease|msync";
  private static final String NODE = "node4";

  /** What may befall an attach. */
  enum Kind {
    KILLED,
    UPDATE_KILLED,
    NAME_NODE_RESTARTED,
    DATA_NODE_KILLED
  }

  /**
   * Chooses.
   *
   * @param calls the kinds of calls in the order in which they came
   * @return places as {@link InterceptedNameNode#STOP} names them
   */
  abstract Stream<String> places(Kind kind, List<String> calls);

  private interface Accident {
    void happen() throws Exception;

    /** Waits until all is as before. */
    default void awaitEnd() throws Exception {}
  }

  /** The kinds of calls by which a tree is attached for the first time. */
  private static List<String> calls;

  @BeforeAll
  static void listCalls() throws Exception {
    write("on12/whole");
    calls = calls("on12/whole");
  }

  @TestFactory
  Stream<DynamicTest> anAttachThatIsKilledIsTakenUp() {
    return places(Kind.KILLED, calls)
        .map(step -> dynamicTest(step, () -> takenUp(tree("on12/killed", step), step, false)));
  }

  @TestFactory
  Stream<DynamicTest> anUpdateThatIsKilledIsTakenUp() throws Exception {
    writeUpdate("on12/update-whole");
    return places(Kind.UPDATE_KILLED, calls("on12/update-whole"))
        .map(step -> dynamicTest(step, () -> takenUp(tree("on12/update", step), step, true)));
  }

  @TestFactory
  Stream<DynamicTest> theNameNodeIsStartedAgain() {
    return places(Kind.NAME_NODE_RESTARTED, calls)
        .map(
            step ->
                dynamicTest(
                    step,
                    () ->
                        survives(
                            tree("on12/names", step),
                            step,
                            () -> linked.cluster().restartNameNode(true))));
  }

  /** The only one that serves the files. */
  @TestFactory
  Stream<DynamicTest> aDataNodeIsKilledAndStartedAgain() throws Exception {
    linked.place("/on4", NODE);
    DataNodeProcess datanode = DataNodeProcess.joining(linked, scratch.resolve("process"), NODE);
    Accident killed =
        new Accident() {
          private int times;

          @Override
          public void happen() throws Exception {
            datanode.kill();
            datanode.start();
            times++;
          }

          @Override
          public void awaitEnd() throws Exception {
            String ready = "on4/data-ready-" + times;
            linked.write(ready + "/file", 1);
            GenericTestUtils.waitFor(() -> attaches(ready), 100, 60_000);
          }
        };
    return places(Kind.DATA_NODE_KILLED, calls)
        .map(step -> dynamicTest(step, () -> survives(tree("on4/data", step), step, killed)))
        .onClose(() -> close(datanode));
  }

  /** A NameNode that misses blocks does not leave its safe mode. */
  private static void close(DataNodeProcess datanode) {
    try {
      for (String name : linked.names("/")) {
        if (name.startsWith("data-")) {
          linked.hdfs().delete(new org.apache.hadoop.fs.Path("/" + name), true);
        }
      }
      datanode.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static boolean attaches(String tree) {
    try {
      return linked.attach("/" + tree, target(tree)).files() == 1;
    } catch (IOException e) {
      return false;
    }
  }

  private static String tree(String name, String step) {
    return name + "-" + step.replace(':', '-');
  }

  private static void write(String tree) throws IOException {
    for (int i = 0; i < FILES; i++) {
      linked.write(tree + "/" + i % 3 + "/file" + i, 100 + i);
    }
  }

  private static void writeUpdate(String tree) throws IOException {
    write(tree);
    linked.attach("/" + tree, target(tree));
    for (int i = 0; i < FILES; i += 2) {
      linked.write(tree + "/" + i % 3 + "/file" + i, 200 + i);
    }
    Files.delete(linked.home().resolve(tree + "/1/file1"));
    linked.write(tree + "/new/file", 9);
  }

  private static String target(String tree) {
    return tree.substring(tree.indexOf('/'));
  }

  private static List<String> calls(String tree) throws Exception {
    assertThat(start(tree, "", "").waitFor()).isZero();
    Set<String> steps = new LinkedHashSet<>(Files.readAllLines(notes(tree)));
    steps.removeIf(step -> step.matches(ONLY_ASKS));
    assertThat(steps).contains("createLock", "create", "complete", "setXAttr");
    return List.copyOf(steps);
  }

  private static void takenUp(String tree, String step, boolean update) throws Exception {
    if (update) {
      writeUpdate(tree);
    } else {
      write(tree);
    }
    UntouchedObjects objects = new UntouchedObjects();
    objects.addAll(linked.home().resolve(tree));

    assertThat(start(tree, step, "").waitFor()).isEqualTo(InterceptedNameNode.HALTED);

    assertAttaches(tree);
    objects.check();
  }

  private static void survives(String tree, String step, Accident accident) throws Exception {
    write(tree);
    UntouchedObjects objects = new UntouchedObjects();
    objects.addAll(linked.home().resolve(tree));
    Path pause = scratch.resolve(tree.replace('/', '-') + ".pause");
    Process attach = start(tree, step, pause.toString());
    while (!Files.exists(pause)) {
      assertThat(attach.waitFor(10, TimeUnit.MILLISECONDS)).as("it ended").isFalse();
    }

    accident.happen();
    Files.delete(pause);
    attach.waitFor();
    accident.awaitEnd();

    assertAttaches(tree);
    objects.check();
  }

  private static void assertAttaches(String tree) throws IOException {
    assertThat(linked.attach("/" + tree, target(tree)).files()).isEqualTo(FILES);
    new AttachedTrees(linked).assertAsUndisturbed("/" + tree, target(tree));
  }

  private static Process start(String tree, String stop, String pause) throws IOException {
    Configuration conf = new Configuration(linked.cluster().getConfiguration(0));
    String host = linked.hdfs().getUri().getHost();
    conf.set(Failover.PROXY_PROVIDER_KEY_PREFIX + "." + host, InterceptedNameNode.class.getName());
    conf.set(InterceptedNameNode.NOTES, notes(tree).toString());
    conf.set(InterceptedNameNode.STOP, stop);
    conf.set(InterceptedNameNode.PAUSE, pause);
    String target = linked.hdfs().getUri() + target(tree);
    return AttachMain.start(scratch, conf, "/" + tree, target, Integer.MAX_VALUE);
  }

  private static Path notes(String tree) {
    return scratch.resolve(tree.replace('/', '-') + ".calls");
  }
}
