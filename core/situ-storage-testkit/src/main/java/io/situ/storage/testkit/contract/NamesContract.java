// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import io.situ.storage.Listing;
import io.situ.storage.Store.RenameMode;
import io.situ.storage.StoreException;
import io.situ.storage.StoreException.Kind;
import io.situ.storage.StorePath;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Every name is either kept to the byte or refused with {@code INVALID_NAME}. */
abstract class NamesContract extends ContractTopic {

  /** Bytes that a path may have in any store. */
  private static final int MIN_PATH = 3000;

  private static final int DEEPEST = 300;

  private static Map<String, String> names() {
    Map<String, String> names = new LinkedHashMap<>();
    names.put("blank", " ");
    names.put("blanks at the ends", "  a b  ");
    names.put("newline", "a\nb");
    names.put("control characters", "\u0001\t\r\u007f");
    names.put("hash", "#a#");
    names.put("percent", "100%25%2F%zz");
    names.put("colon", "C:a:b");
    names.put("glob", "*?[a]{b,c}");
    names.put("quotes", "\"'`$HOME`'\"");
    names.put("backslash", "a\\b\\040");
    names.put("dash", "-rf");
    names.put("three dots", "...");
    names.put("hidden", ".hidden");
    names.put("uri", "a?b=c&d#e;f");
    names.put("umlauts", "äöüß€");
    names.put("decomposed", "a\u0308");
    names.put("four bytes", "\uD83D\uDE00");
    names.put("private use", new String(Character.toChars(0x10FEFF)));
    names.put("latin 1 bytes", StorePath.decode(new byte[] {'f', (byte) 0xFC, 'r'}));
    names.put("lone continuation", StorePath.decode(new byte[] {(byte) 0x80}));
    names.put("cut character", StorePath.decode(new byte[] {(byte) 0xE2, (byte) 0x82}));
    names.put("overlong slash", StorePath.decode(new byte[] {(byte) 0xC0, (byte) 0xAF}));
    names.put("255 bytes", "n".repeat(255));
    names.put("255 bytes in 85 characters", "€".repeat(85));
    return names;
  }

  @TestFactory
  Stream<DynamicTest> namesAreKeptOrRefused() {
    return names().entrySet().stream()
        .map(entry -> dynamicTest(entry.getKey(), () -> keptOrRefused(entry.getValue())));
  }

  private void keptOrRefused(String name) throws StoreException {
    StorePath directory = directory().child("d" + Integer.toHexString(name.hashCode()));
    store().mkdir(directory, 0755);
    StorePath path = directory.child(name);
    try {
      write(path, bytes("content"));
    } catch (StoreException e) {
      assertThat(e.kind()).isEqualTo(Kind.INVALID_NAME);
      return;
    }
    assertThat(readText(path)).isEqualTo("content");
    assertThat(store().stat(path, true).path()).isEqualTo(path);
    assertThat(list(directory, Listing.Options.FLAT)).containsOnlyKeys(path);
    assertThat(list(directory, Listing.Options.RECURSIVE)).containsOnlyKeys(path);
    StorePath other = directory.child("plain");
    store().rename(path, other, RenameMode.NO_REPLACE);
    store().rename(other, path, RenameMode.REPLACE);
    assertThat(store().delete(path)).isTrue();
    store().mkdir(path, 0755);
    write(path.child(name), bytes("inside"));
    assertThat(list(directory, Listing.Options.RECURSIVE)).containsOnlyKeys(path, path.child(name));
  }

  @Test
  void similarNamesAreDifferent() throws StoreException {
    String[] names = {"a", "A", "a ", "a.", "ä", "a\u0308", "%61"};
    for (String name : names) {
      write(directory().child(name), bytes(name));
    }
    for (String name : names) {
      assertThat(readText(directory().child(name))).isEqualTo(name);
    }
    assertThat(list(directory(), Listing.Options.FLAT)).hasSize(names.length);
  }

  @Test
  void tooLongANameIsRefused() throws StoreException {
    StorePath path = path("n".repeat(5000));
    write("f", "stays");
    refused(path, () -> write(path, bytes("x")), Kind.INVALID_NAME);
    refused(path, () -> store().mkdir(path, 0755), Kind.INVALID_NAME);
    refused(() -> store().rename(path("f"), path, RenameMode.NO_REPLACE), Kind.INVALID_NAME);
    assertThat(readText(path("f"))).isEqualTo("stays");
    refused(path, () -> store().stat(path, true), Kind.NOT_FOUND, Kind.INVALID_NAME);
  }

  @Test
  void aLongPathOfShortNamesWorksOrIsRefused() throws StoreException {
    StorePath deep = directory();
    int depth = 0;
    int deepest = Math.min(DEEPEST, maxNamesBelow() - 1);
    for (; depth < deepest; depth++) {
      StorePath deeper = deep.child("a-name-of-some-length");
      try {
        store().mkdir(deeper, 0755);
      } catch (StoreException e) {
        assertThat(e.kind()).as("%s", e.reason()).isEqualTo(Kind.INVALID_NAME);
        assertThat(deeper.toString()).hasSizeGreaterThan(MIN_PATH);
        break;
      }
      deep = deeper;
    }
    StorePath file = deep.child("f");
    write(file, bytes("deep"));
    assertThat(readText(file)).isEqualTo("deep");
    assertThat(list(deep, Listing.Options.FLAT)).containsOnlyKeys(file);
    assertThat(list(directory(), Listing.Options.RECURSIVE)).hasSize(depth + 1);
  }
}
