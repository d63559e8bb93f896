// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.lustre;

import io.situ.storage.Capability;
import io.situ.storage.ChangeFeed;
import io.situ.storage.StoreException;
import io.situ.storage.StoreException.Kind;
import io.situ.storage.StoreObject;
import io.situ.storage.StorePath;
import io.situ.storage.WriteHandle;
import io.situ.storage.forward.ForwardingStore;
import io.situ.storage.mounted.MountedStore;
import io.situ.storage.mounted.namespace.NewFile;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.Set;

/**
 * A Lustre, whose changelogs an administrator may export, and whose new files may get stripes.
 * Thread-safe.
 */
final class LustreStore extends ForwardingStore {

  /** {@code LL_IOC_LOV_SETSTRIPE}. */
  static final long SET_STRIPE = 0x4008669aL;

  /** {@code O_LOV_DELAY_CREATE}: {@code O_NOCTTY | FASYNC}. */
  static final int DELAY_CREATE = 0400 | 020000;

  private final MountedStore mount;
  private final Optional<Changelogs> changelogs;
  private final Optional<NewFileStripes> stripes;
  private final LustreLayoutSource layouts;
  private final DirectoryIoctl ioctl;

  /**
   * @param mount the file system; closed with this
   * @param stripes of new files; empty for the layout of their directory
   * @param layouts those that directories give to new files
   */
  LustreStore(
      MountedStore mount,
      Optional<Changelogs> changelogs,
      Optional<NewFileStripes> stripes,
      LustreLayoutSource layouts,
      DirectoryIoctl ioctl) {
    super(mount);
    this.mount = mount;
    this.changelogs = changelogs;
    this.stripes = stripes;
    this.layouts = layouts;
    this.ioctl = ioctl;
  }

  /** Lustre makes its id of the name of its first metadata target, the same on all clients. */
  @Override
  public Optional<String> fileSystem(StorePath path) {
    return fileSystem(mount.fsid());
  }

  static Optional<String> fileSystem(long fsid) {
    return fsid == 0 ? Optional.empty() : Optional.of("lustre:" + Long.toHexString(fsid));
  }

  @Override
  public Set<Capability> capabilities(StorePath path) {
    return changelogs.isPresent()
        ? capabilitiesAnd(Set.of(Capability.CHANGE_FEED), path)
        : super.capabilities(path);
  }

  /** A file that cannot have the stripes is made with the layout of its directory. */
  @Override
  public WriteHandle create(StorePath path, WriteHandle.Options options) throws StoreException {
    Optional<byte[]> layout = layout(path, options);
    if (layout.isEmpty()) {
      return super.create(path, options);
    }
    StripedFile file = new StripedFile(ioctl, layout.get());
    try {
      return mount.create(path, options, file);
    } catch (StoreException e) {
      if (!file.isRefused()) {
        throw e;
      }
      stripes.get().refused(e);
      return super.create(path, options);
    }
  }

  /** A directory whose layout cannot be seen may have one that must not be lost. */
  private Optional<byte[]> layout(StorePath path, WriteHandle.Options options) {
    if (stripes.isEmpty() || options.blockSize().isEmpty() || path.isRoot()) {
      return Optional.empty();
    }
    Optional<byte[]> template;
    try {
      template = Optional.of(layouts.layout(path.parent().orElseThrow()));
    } catch (StoreException e) {
      if (e.kind() != Kind.NO_ATTRIBUTE) {
        return Optional.empty();
      }
      template = Optional.empty();
    }
    return stripes.get().layout(template, options.blockSize().getAsLong());
  }

  @Override
  public ChangeFeed changes(StorePath directory, String cursor) throws StoreException {
    if (changelogs.isEmpty()) {
      return super.changes(directory, cursor);
    }
    StoreObject top = stat(directory, true);
    if (!top.isDirectory()) {
      throw new StoreException(Kind.NOT_A_DIRECTORY, directory, "it is not a directory");
    }
    return changelogs.get().changes(top, cursor);
  }

  /**
   * A new file whose stripes are set before it has any, as {@code llapi_file_open} of Lustre's
   * library does: it is created without objects, and the layout is set on its descriptor. Not
   * thread-safe; for one file.
   */
  private static final class StripedFile implements NewFile {

    private final DirectoryIoctl ioctl;
    private final byte[] layout;
    private int error;

    StripedFile(DirectoryIoctl ioctl, byte[] layout) {
      this.ioctl = ioctl;
      this.layout = layout.clone();
    }

    @Override
    public int flags() {
      return DELAY_CREATE;
    }

    @Override
    public int opened(int fd) {
      error =
          ioctl.call(fd, SET_STRIPE, ByteBuffer.allocateDirect(layout.length).put(layout).flip());
      return error;
    }

    /** Returns whether the file system did not take the layout, and the file was taken away. */
    boolean isRefused() {
      return error < 0;
    }
  }
}
