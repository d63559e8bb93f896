// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.mounted.namespace;

import static io.situ.storage.mounted.MountedStoreTest.path;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.situ.storage.Store.RenameMode;
import io.situ.storage.StoreException;
import io.situ.storage.StoreException.Kind;
import io.situ.storage.mounted.nativelib.Errno;
import io.situ.storage.mounted.path.DirEntryRef;
import java.io.IOException;
import java.nio.file.Files;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** No-replace renames of an NFS client that refuses links, and sent a rename twice. */
final class ResentRenameTest extends ResolverFixture {

  /** Each rename is done and then reported as one of a file that is not there. */
  private static final class Resent extends NamespaceOperations.Renames {
    @Override
    ReplacingRename replacing(DirEntryRef from, DirEntryRef to, boolean resends) {
      return new ReplacingRename(from, to, resends) {
        @Override
        int rename() {
          return super.rename() == 0 ? -Errno.ENOENT : -Errno.EIO;
        }
      };
    }

    @Override
    LinkedRename linked(DirEntryRef from, DirEntryRef to, boolean resends) {
      return new LinkedRename(from, to, resends) {
        @Override
        int link() {
          return -Errno.EPERM;
        }
      };
    }
  }

  private NamespaceOperations names(boolean claims) {
    return new NamespaceOperations(
        resolver, path -> new FileSystemType("nfs4"), true, path -> claims, new Resent());
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aRenameThatWasDoneAndIsRefusedCounts(boolean claims) throws IOException {
    names(claims).rename(path("/from"), path("/to"), RenameMode.NO_REPLACE);

    assertThat(Files.readString(root.resolve("to"))).isEqualTo("content");
    assertThat(root.toFile().list()).containsExactly("to");
  }

  @Test
  void whatHasTheNewNameStays() throws IOException {
    Files.writeString(root.resolve("to"), "old");

    StoreException failure =
        catchThrowableOfType(
            StoreException.class,
            () -> names(false).rename(path("/from"), path("/to"), RenameMode.NO_REPLACE));

    assertThat(failure.kind()).isEqualTo(Kind.ALREADY_EXISTS);
    assertThat(Files.readString(root.resolve("to"))).isEqualTo("old");
    assertThat(Files.readString(root.resolve("from"))).isEqualTo("content");
  }
}
