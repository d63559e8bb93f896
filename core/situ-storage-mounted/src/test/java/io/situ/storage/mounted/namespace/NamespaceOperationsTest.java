// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.mounted.namespace;

import static org.assertj.core.api.Assertions.assertThat;

import io.situ.storage.StoreException;
import io.situ.storage.StoreException.Kind;
import io.situ.storage.StorePath;
import io.situ.storage.mounted.nativelib.Errno;
import org.junit.jupiter.api.Test;

/** Errors of calls that real file systems gave, as they are reported. */
final class NamespaceOperationsTest {

  private final NamespaceOperations names =
      new NamespaceOperations(null, path -> new FileSystemType("pvfs2"), true, path -> true);

  private StoreException renameFailure(int errno, String from, String to) {
    return names.failure(-errno, StorePath.of(from), StorePath.of(to), true);
  }

  @Test
  void anInvalidRenameIsBelowItselfOnlyWhereItIs() {
    StoreException otherKind = renameFailure(Errno.EINVAL, "/link", "/file");
    assertThat(otherKind.kind()).isEqualTo(Kind.UNSUPPORTED);
    assertThat(otherKind).hasMessageContaining("a symbolic link and a file");

    StoreException below = renameFailure(Errno.EINVAL, "/d", "/d/e");
    assertThat(below.kind()).isEqualTo(Kind.INVALID_ARGUMENT);
    assertThat(below).hasMessageContaining("below itself");
  }

  /** 34 through {@code pvfs2fuse}, 36 through the kernel's client. */
  @Test
  void aTargetIsTooLongByEitherError() {
    assertThat(NamespaceOperations.isTooLong(-Errno.ERANGE, new byte[256])).isTrue();
    assertThat(NamespaceOperations.isTooLong(-Errno.ENAMETOOLONG, new byte[256])).isTrue();
    assertThat(NamespaceOperations.isTooLong(-Errno.ENAMETOOLONG, new byte[255])).isFalse();
    assertThat(NamespaceOperations.isTooLong(-Errno.ENOSPC, new byte[256])).isFalse();
  }
}
