// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.mounted.namespace;

import static io.situ.storage.mounted.MountedStoreTest.path;
import static org.assertj.core.api.Assertions.assertThat;

import io.situ.storage.mounted.path.DirEntryRef;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What others do with the names of a file between two calls of its rename. */
final class RenameInterleavingsTest extends ResolverFixture {

  /** Stands for what a rename throws. */
  private static final int HIDDEN = 1;

  /** What others do at each moment, the moments separated by bars. */
  private final class Others {
    private final String[] acts;

    Others(String acts) {
      this.acts = acts.split("\\|", -1);
    }

    void act(int moment) {
      for (String act : acts[moment].strip().split(" +")) {
        try {
          act(act);
        } catch (IOException e) {
          throw new UncheckedIOException(e);
        }
      }
    }

    /** {@code -a} removes, {@code a>b} renames, {@code +a} puts a file with its name there. */
    private void act(String act) throws IOException {
      int names = act.indexOf('>');
      if (names > 0) {
        Path old = root.resolve(act.substring(0, names));
        Files.move(
            old, root.resolve(act.substring(names + 1)), StandardCopyOption.REPLACE_EXISTING);
      } else if (act.startsWith("-")) {
        Files.delete(root.resolve(act.substring(1)));
      } else if (act.startsWith("+")) {
        Path made = Files.writeString(root.resolve("made"), "new");
        Files.move(made, root.resolve(act.substring(1)), StandardCopyOption.REPLACE_EXISTING);
      }
    }
  }

  private interface Rename {
    int run(DirEntryRef from, DirEntryRef to) throws HiddenNameException;
  }

  private void check(int result, String tree, Rename rename) throws Exception {
    int answer = run(rename);
    assertThat(tree()).isEqualTo(tree);
    assertThat(answer).isEqualTo(result);
  }

  private int run(Rename rename) throws Exception {
    int dir = resolver.enter(path("/from"));
    try (DirEntryRef from = resolver.place(dir, path("/from"));
        DirEntryRef to = resolver.place(dir, path("/to"))) {
      return rename.run(from, to);
    } catch (HiddenNameException e) {
      return HIDDEN;
    } finally {
      resolver.leave();
    }
  }

  /** All names with what is in the files; a hidden name as {@code hidden}. */
  private String tree() throws IOException {
    try (Stream<Path> names = Files.list(root)) {
      return names
          .map(
              name -> {
                String text = name.getFileName().toString();
                return (text.startsWith(".situ-") ? "hidden" : text) + "=" + read(name);
              })
          .sorted()
          .collect(Collectors.joining(" "));
    }
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Before the second name is made; before the first one is moved aside; after that. */
  @ParameterizedTest
  @CsvSource({
    "||                       , 0, to=content",
    "+from||                  , 0, to=new",
    "from>y +from||           , 0, to=new y=content",
    "-from||                  , -2, ''",
    "+to||                    , -17, from=content to=new",
    "|to>x|                   , 0, x=content",
    "|to>x +to|               , 0, to=new x=content",
    "|-to|                    , -2, from=content",
    "|+to|                    , -17, from=content to=new",
    "|-from|                  , 0, to=content",
    "|+from|                  , 0, from=new to=content",
    "|from>y|                 , -2, y=content",
    "|from>y +from|           , -2, from=new y=content",
    "|from>y to>x|            , -2, x=content y=content",
    "||to>x                   , 0, x=content",
    "||+from                  , 0, from=new to=content",
    "|+from|+from             , 0, from=new hidden=new to=content",
    "|from>y +from|+from      , 1, from=new hidden=new y=content",
  })
  void aSecondNameIsMadeAndTheFirstRemoved(String acts, int result, String tree) throws Exception {
    Others others = new Others(acts);
    check(
        result,
        tree,
        (from, to) ->
            new LinkedRename(from, to, false) {
              @Override
              int link() {
                others.act(0);
                return super.link();
              }

              @Override
              int moveAside(DirEntryRef aside) {
                others.act(1);
                int error = super.moveAside(aside);
                others.act(2);
                return error;
              }
            }.run());
  }

  /** At once, before this rename looks at the name that it has made. */
  @ParameterizedTest
  @CsvSource({
    "to>x             , 0, x=content",
    "to>x +to         , 0, to=new x=content",
    "-to              , -2, from=content",
    "+to              , -17, from=content to=new",
    "+from            , 0, from=new to=content",
    "-from            , 0, to=content",
    "from>y           , -2, y=content",
    "to>x -from       , -2, x=content",
    "to>x -from +from , -2, from=new x=content",
  })
  void aSecondNameIsGoneAtOnce(String acts, int result, String tree) throws Exception {
    Others others = new Others(acts);
    check(
        result,
        tree,
        (from, to) ->
            new LinkedRename(from, to, false) {
              @Override
              int link() {
                int error = super.link();
                others.act(0);
                return error;
              }
            }.run());
  }

  /** Both are names of one file; before the old one is moved aside, and after that. */
  @ParameterizedTest
  @CsvSource({
    "|             , 0, to=content",
    "+to|          , 0, to=content",
    "-to|          , 0, to=content",
    "to>x|         , 0, x=content",
    "to>x +to|     , 0, to=new x=content",
    "+from|        , 0, from=new to=content",
    "-from|        , 0, to=content",
    "|+to          , 0, to=content",
    "+from|+from   , 0, from=new hidden=new to=content",
    "+to|+from     , 1, from=new hidden=content to=new",
  })
  void aNameReplacesAnotherOfTheSameFile(String acts, int result, String tree) throws Exception {
    Files.createLink(root.resolve("to"), root.resolve("from"));
    Others others = new Others(acts);
    check(
        result,
        tree,
        (from, to) ->
            new ReplacingRename(from, to, false) {
              @Override
              int moveAside(DirEntryRef aside) {
                others.act(0);
                int error = super.moveAside(aside);
                others.act(1);
                return error;
              }
            }.run());
  }
}
