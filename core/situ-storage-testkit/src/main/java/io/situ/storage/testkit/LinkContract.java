package io.situ.storage.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import io.situ.storage.Capability;
import io.situ.storage.ReadHandle;
import io.situ.storage.Store.LinkKind;
import io.situ.storage.StoreException;
import io.situ.storage.StoreException.Kind;
import io.situ.storage.StoreObject;
import io.situ.storage.StorePath;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

abstract class LinkContract extends ContractTopic {

  @Test
  void aLinkIsDescribedItself() throws StoreException {
    need(Capability.SYMLINKS);
    String target = "some where/ü";
    StoreObject object = store().stat(symlink("link", target), false);
    assertThat(object.kind()).isEqualTo(StoreObject.Kind.SYMLINK);
    assertThat(object.linkTarget()).contains(target);
    assertThat(object.size()).isEqualTo(target.getBytes(StandardCharsets.UTF_8).length);
  }

  @Test
  void aTargetIsKeptAsItIs() throws StoreException {
    need(Capability.SYMLINKS);
    String[] targets = {"/", "..", ".", "a//b/", "/no/such", "../../x", "x\ny", "x".repeat(1000)};
    for (int i = 0; i < targets.length; i++) {
      StoreObject object = store().stat(symlink("link" + i, targets[i]), false);
      assertThat(object.linkTarget()).contains(targets[i]);
    }
  }

  @Test
  void aLinkIsFollowed() throws StoreException {
    need(Capability.SYMLINKS);
    mkdir("d");
    write("d/f", "content");
    symlink("to-d", "d");
    symlink("to-f", "to-d/f");
    symlink("d/up", "../to-f");
    assertThat(store().stat(path("to-d"), true).isDirectory()).isTrue();
    assertThat(store().stat(path("to-f"), true).isFile()).isTrue();
    assertThat(store().stat(path("to-f"), true).path()).isEqualTo(path("to-f"));
    assertThat(readText(path("to-f"))).isEqualTo("content");
    assertThat(readText(path("to-d/f"))).isEqualTo("content");
    assertThat(readText(path("to-d/up"))).isEqualTo("content");
    write("to-d/g", "new");
    assertThat(readText(path("d/g"))).isEqualTo("new");
  }

  @Test
  void aLinkThatLeadsNowhereIsNotFound() throws StoreException {
    need(Capability.SYMLINKS);
    StorePath link = symlink("link", "missing");
    refused(link, () -> store().stat(link, true), Kind.NOT_FOUND);
    refused(link, () -> store().open(link, ReadHandle.Options.DEFAULT), Kind.NOT_FOUND);
    assertThat(store().stat(link, false).kind()).isEqualTo(StoreObject.Kind.SYMLINK);
  }

  @Test
  void aCircleIsALoop() throws StoreException {
    need(Capability.SYMLINKS);
    symlink("a", "b");
    symlink("b", "a");
    refused(path("a"), () -> store().stat(path("a"), true), Kind.LINK_LOOP);
    refused(path("a/x"), () -> store().stat(path("a/x"), false), Kind.LINK_LOOP);
    refused(path("b"), () -> store().open(path("b"), ReadHandle.Options.DEFAULT), Kind.LINK_LOOP);
  }

  @Test
  void aLinkIsMadeExclusively() throws StoreException {
    need(Capability.SYMLINKS);
    write("f", "stays");
    refused(path("f"), () -> symlink("f", "x"), Kind.ALREADY_EXISTS);
    refused(path("no/l"), () -> symlink("no/l", "x"), Kind.NOT_FOUND);
    assertThat(readText(path("f"))).isEqualTo("stays");
    symlink("l", "x");
    refused(path("l"), () -> symlink("l", "y"), Kind.ALREADY_EXISTS);
    assertThat(store().stat(path("l"), false).linkTarget()).contains("x");
  }

  @Test
  void aHardLinkIsASecondName() throws StoreException {
    need(Capability.HARD_LINKS);
    StorePath file = write("f", "content");
    store().link(path("g"), file.toString(), LinkKind.HARD);
    assertThat(readText(path("g"))).isEqualTo("content");
    assertThat(store().stat(path("g"), false).version().identity())
        .isEqualTo(store().stat(file, false).version().identity());
    assertThat(store().delete(file)).isTrue();
    assertThat(readText(path("g"))).isEqualTo("content");
  }

  @Test
  void aHardLinkNeedsAFileAndAFreePlace() throws StoreException {
    need(Capability.HARD_LINKS);
    String file = write("f", "content").toString();
    String directory = mkdir("d").toString();
    String missing = path("no").toString();
    refused(() -> store().link(path("g"), missing, LinkKind.HARD), Kind.NOT_FOUND);
    refused(() -> store().link(path("g"), directory, LinkKind.HARD), Kind.IS_A_DIRECTORY);
    refused(() -> store().link(path("d"), file, LinkKind.HARD), Kind.ALREADY_EXISTS);
    refused(() -> store().link(path("no/g"), file, LinkKind.HARD), Kind.NOT_FOUND);
    assertThat(exists(path("g"))).isFalse();
  }
}
