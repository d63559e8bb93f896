// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.lock;

import io.situ.hdfs.source.HdfsFailures;
import io.situ.hdfs.tree.InodePaths;
import io.situ.storage.StoreException;
import java.io.IOException;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.crypto.CryptoProtocolVersion;
import org.apache.hadoop.fs.CreateFlag;
import org.apache.hadoop.fs.FileAlreadyExistsException;
import org.apache.hadoop.fs.FsServerDefaults;
import org.apache.hadoop.fs.permission.FsAction;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.AlreadyBeingCreatedException;
import org.apache.hadoop.hdfs.protocol.ClientProtocol;
import org.apache.hadoop.hdfs.protocol.HdfsFileStatus;
import org.apache.hadoop.hdfs.protocol.OpenFileEntry;
import org.apache.hadoop.hdfs.protocol.OpenFilesIterator.OpenFilesType;
import org.apache.hadoop.hdfs.protocol.RecoveryInProgressException;
import org.apache.hadoop.io.EnumSetWritable;
import org.apache.hadoop.ipc.RemoteException;
import org.apache.hadoop.security.UserGroupInformation;

/**
 * The lock's file, directly below the root of HDFS. Who has it open has the lock: the NameNode
 * closes it when its client has not renewed the lease for a minute and another wants it. An inode
 * of it that is closed is never opened again. Thread-safe.
 */
final class LockFile {

  static final String PATH = "/.situ-attach.lock";

  private static final FsPermission PRIVATE = new FsPermission((short) 0600);

  /** Never in place of another one. */
  private static final EnumSet<CreateFlag> HOW =
      EnumSet.of(CreateFlag.CREATE, CreateFlag.SHOULD_REPLICATE);

  /** What the NameNode answers where the file is there: open, being closed, or closed. */
  private static final Set<String> IS_THERE =
      Set.of(
          AlreadyBeingCreatedException.class.getName(),
          RecoveryInProgressException.class.getName(),
          FileAlreadyExistsException.class.getName());

  private final ClientProtocol nameNode;
  private final Configuration conf;

  LockFile(DistributedFileSystem hdfs) {
    this.nameNode = hdfs.getClient().getNamenode();
    this.conf = hdfs.getConf();
  }

  /**
   * A file that is there.
   *
   * @param holder who has it open; empty if that is not known
   */
  record Present(long inode, boolean closed, Optional<LockHolder> holder) {

    /** Whether it is certain that who made it does nothing more. */
    boolean isAbandoned() {
      return closed || holder.filter(other -> other.process().isGone()).isPresent();
    }
  }

  /**
   * Makes the file, open.
   *
   * @return its inode; empty if one is there
   */
  Optional<Long> create(LockHolder holder) throws IOException {
    FsServerDefaults defaults = nameNode.getServerDefaults();
    try {
      HdfsFileStatus made =
          nameNode.create(
              PATH,
              PRIVATE,
              holder.clientName(),
              new EnumSetWritable<>(HOW),
              false,
              (short) Math.max(1, defaults.getReplication()),
              defaults.getBlockSize(),
              CryptoProtocolVersion.supported(),
              null,
              null);
      return Optional.of(made.getFileId());
    } catch (RemoteException e) {
      if (IS_THERE.contains(e.getClassName())) {
        return Optional.empty();
      }
      throw e;
    }
  }

  /**
   * Returns the file; empty if none is there now.
   *
   * @throws StoreException if what is there is not the lock of a superuser
   */
  Optional<Present> find() throws IOException {
    HdfsFileStatus there = nameNode.getFileInfo(PATH);
    if (there == null) {
      return Optional.empty();
    }
    refuseForeign(there);
    long inode = there.getFileId();
    Optional<Boolean> open = isOpen(inode);
    return open.isEmpty()
        ? Optional.empty()
        : Optional.of(new Present(inode, !open.get(), holder(inode)));
  }

  private Optional<LockHolder> holder(long inode) throws IOException {
    var some = nameNode.listOpenFiles(inode - 1, EnumSet.of(OpenFilesType.ALL_OPEN_FILES), PATH);
    for (int i = 0; i < some.size(); i++) {
      OpenFileEntry entry = some.get(i);
      if (entry.getId() == inode) {
        return LockHolder.parse(entry.getClientName());
      }
    }
    return Optional.empty();
  }

  /** Returns whether the file of an inode is open; empty if it was deleted. */
  private Optional<Boolean> isOpen(long inode) throws IOException {
    try {
      return Optional.of(!nameNode.isFileClosed(InodePaths.path(inode)));
    } catch (IOException e) {
      if (HdfsFailures.isMissing(e)) {
        return Optional.empty();
      }
      throw e;
    }
  }

  /**
   * Keeps the file open for another minute.
   *
   * @return false if it is not open any more, or has another name
   */
  boolean renew(LockHolder holder, long inode) throws IOException {
    nameNode.renewLease(holder.clientName(), null);
    HdfsFileStatus there = nameNode.getFileInfo(PATH);
    return there != null && there.getFileId() == inode && isOpen(inode).orElse(false);
  }

  /** Deletes the file of an inode, open or not; does nothing if another one is there. */
  void delete(long inode) throws IOException {
    try {
      nameNode.delete(InodePaths.path(inode), false);
    } catch (IOException e) {
      if (!HdfsFailures.isMissing(e)) {
        throw e;
      }
    }
  }

  /**
   * Makes certain that only a superuser can take the file away, or give it another name.
   *
   * @throws StoreException if others can
   */
  void requireProtected() throws IOException {
    HdfsFileStatus root = nameNode.getFileInfo("/");
    if (isWritableByOthers(root) && !root.getPermission().getStickyBit()) {
      throw new StoreException(
          StoreException.Kind.INVALID_ARGUMENT,
          null,
          "users may rename what is directly below the root of HDFS, so also the file by which"
              + " commands exclude each other; 'hdfs dfs -chmod 755 /', or '+t', prevents that");
    }
  }

  private boolean isWritableByOthers(HdfsFileStatus root) {
    FsPermission permission = root.getPermission();
    return permission.getOtherAction().implies(FsAction.WRITE)
        || permission.getGroupAction().implies(FsAction.WRITE)
            // Of a directory with an access list these bits are what its entries may give at most.
            && (root.hasAcl()
                || !root.getGroup()
                    .equals(conf.get("dfs.permissions.superusergroup", "supergroup")));
  }

  private void refuseForeign(HdfsFileStatus there) throws IOException {
    if (there.isDirectory() || there.isSymlink() || there.getLen() > 0) {
      throw foreign("is no empty file");
    }
    HdfsFileStatus root = nameNode.getFileInfo("/");
    String caller = UserGroupInformation.getCurrentUser().getShortUserName();
    List<String> superusers = List.of(caller, root.getOwner());
    boolean known = !isWritableByOthers(root) || superusers.contains(there.getOwner());
    if (!known && holder(there.getFileId()).isPresent()) {
      throw new StoreException(
          StoreException.Kind.ALREADY_EXISTS,
          null,
          "a command of '"
              + there.getOwner()
              + "' gives permissions in HDFS; run this one again when that has ended, and '"
              + PATH
              + "' is gone");
    }
    if (!known) {
      throw foreign("belongs to '" + there.getOwner() + "', not to '" + caller + "'");
    }
  }

  private static StoreException foreign(String why) {
    return new StoreException(
        StoreException.Kind.ALREADY_EXISTS,
        null,
        "'"
            + PATH
            + "' in HDFS, the file by which commands exclude each other, "
            + why
            + "; move it away");
  }
}
