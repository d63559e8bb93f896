// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.metadata;

import static org.assertj.core.api.Assertions.assertThat;

import io.situ.storage.Attributes;
import io.situ.storage.StoreObject;
import io.situ.storage.StorePath;
import io.situ.storage.acl.AccessList;
import io.situ.storage.acl.PosixAcl;
import io.situ.storage.acl.PosixAcl.Entry;
import io.situ.storage.acl.PosixAcl.Tag;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.permission.AclEntry;
import org.apache.hadoop.fs.permission.FsAction;
import org.apache.hadoop.fs.permission.FsPermission;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What HDFS cannot say becomes less, never more. */
class AccessTranslationTest {

  /** No host knows a user or group of that number. */
  private static final int UNKNOWN = 4_242_424;

  private static final int DAEMON = 1;
  private static final int BIN = 2;

  private static ObjectAccess of(StoreObject.Kind kind, String owner, String group, int mode)
      throws IOException {
    return of(kind, owner, group, mode, Optional.empty(), new Configuration(false));
  }

  private static ObjectAccess of(
      StoreObject.Kind kind,
      String owner,
      String group,
      int mode,
      Optional<PosixAcl> list,
      Configuration conf)
      throws IOException {
    StoreObject object =
        new StoreObject(
            StorePath.of("/x"),
            kind,
            0,
            new Attributes(owner, group, mode, -5_000_000L, 0),
            new StoreObject.Version(1, 1));
    return new AccessTranslation(UserMapping.of(conf))
        .of(object, new AccessList(true, list.map(PosixAcl::bytes), Optional.empty()));
  }

  private static int bits(FsPermission mode) {
    return mode.toShort();
  }

  @Test
  void filesAreNotWrittenAndDirectoriesKeepTheirStickyBit() throws IOException {
    assertThat(bits(of(StoreObject.Kind.FILE, "a", "b", 07777).mode())).isEqualTo(0555);
    assertThat(bits(of(StoreObject.Kind.DIRECTORY, "a", "b", 07777).mode())).isEqualTo(01777);
    assertThat(bits(of(StoreObject.Kind.DIRECTORY, "a", "b", 02750).mode())).isEqualTo(0750);
    assertThat(of(StoreObject.Kind.FILE, "a", "b", 0644).list()).isEmpty();
    assertThat(of(StoreObject.Kind.FILE, "a", "b", 0644).modified()).isZero();
  }

  @Test
  void aUserWhomTheStoreDeniesByNumberIsNotLetInByAnotherName() throws IOException {
    assertThat(bits(of(StoreObject.Kind.FILE, "a", "4242424", 0604).mode())).isEqualTo(0400);
    assertThat(bits(of(StoreObject.Kind.FILE, "4242424", "b", 0044).mode())).isEqualTo(0);
    assertThat(bits(of(StoreObject.Kind.FILE, "4242424", "b", 0644).mode())).isEqualTo(0444);
  }

  @Test
  void aListThatDeniesAnUnknownUserDeniesAllThatMayBeThatOne() throws IOException {
    PosixAcl list =
        new PosixAcl(
            List.of(
                new Entry(Tag.OWNER, 6),
                new Entry(Tag.USER, 0, UNKNOWN),
                new Entry(Tag.USER, 4, DAEMON),
                new Entry(Tag.OWNING_GROUP, 4),
                new Entry(Tag.MASK, 4),
                new Entry(Tag.OTHER, 4)));

    ObjectAccess access =
        of(StoreObject.Kind.FILE, "a", "b", 0644, Optional.of(list), new Configuration(false));

    assertThat(bits(access.mode())).isEqualTo(0440);
    assertThat(entries(access)).contains("user:daemon:r--", "group::---", "other::---");
  }

  @Test
  void usersOfOneNameMayWhatEachOfThemMay(@TempDir Path directory) throws IOException {
    Configuration conf = new Configuration(false);
    Path table = Files.writeString(directory.resolve("table"), "user * one\n");
    conf.set("fs.situ.hdfs.identities", table.toString());
    PosixAcl list =
        new PosixAcl(
            List.of(
                new Entry(Tag.OWNER, 6),
                new Entry(Tag.USER, 0, DAEMON),
                new Entry(Tag.USER, 4, BIN),
                new Entry(Tag.OWNING_GROUP, 4),
                new Entry(Tag.MASK, 4),
                new Entry(Tag.OTHER, 0)));

    ObjectAccess access = of(StoreObject.Kind.FILE, "a", "b", 0640, Optional.of(list), conf);

    assertThat(entries(access)).contains("user:one:---").hasSize(5);
  }

  private static List<String> entries(ObjectAccess access) {
    return access.list().stream().map(AclEntry::toString).toList();
  }

  @Test
  void whereListsCannotBeSeenOnlyTheOwnerMay() throws IOException {
    StoreObject object =
        new StoreObject(
            StorePath.of("/x"),
            StoreObject.Kind.FILE,
            0,
            new Attributes("a", "b", 0664, 0, 0),
            new StoreObject.Version(1, 1));
    UserMapping identities = UserMapping.of(new Configuration(false));

    ObjectAccess access = new AccessTranslation(identities).of(object, AccessList.UNKNOWN);

    assertThat(bits(access.mode())).isEqualTo(0400);
  }

  @Test
  void withoutListsTheStickyBitStays() {
    FsPermission mode = new FsPermission(FsAction.ALL, FsAction.ALL, FsAction.ALL, true);
    assertThat(PermissionApplier.strict(mode, List.of()).getStickyBit()).isTrue();
  }
}
