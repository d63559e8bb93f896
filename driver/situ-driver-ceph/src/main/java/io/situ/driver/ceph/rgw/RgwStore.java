// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.ceph.rgw;

import io.situ.driver.ceph.rgw.s3.ListObjectsResult;
import io.situ.driver.ceph.rgw.s3.S3Client;
import io.situ.driver.ceph.rgw.s3.S3Objects;
import io.situ.storage.Capability;
import io.situ.storage.Extent;
import io.situ.storage.Listing;
import io.situ.storage.ReadHandle;
import io.situ.storage.Store;
import io.situ.storage.StoreException;
import io.situ.storage.StoreException.Kind;
import io.situ.storage.StoreObject;
import io.situ.storage.StorePath;
import io.situ.storage.config.StoreConfig;
import io.situ.storage.diagnostics.StoreWarnings;
import java.net.http.HttpResponse;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A bucket of RGW as a tree that is only read: keys are paths, and what they have before a slash
 * are directories. Who may read what is the gateway's to say.
 */
final class RgwStore implements Store {

  private final S3Client client;
  private final RgwPlacement placement;
  private final Optional<RadosReads> reads;
  private final Info info;
  private final StoreWarnings notices;

  /**
   * @param reads what reads past the gateway; closed with this, as {@code placement} is
   */
  RgwStore(
      StoreConfig config, S3Client client, RgwPlacement placement, Optional<RadosReads> reads) {
    this.client = client;
    this.placement = placement;
    this.reads = reads;
    this.notices = config.notices();
    String root = client.address();
    this.info = Info.remote(config.name(), "rgw", "rgw:" + root, root);
  }

  @Override
  public Info info() {
    return info;
  }

  @Override
  public Set<Capability> capabilities(StorePath path) {
    return Set.of(Capability.PLACEMENT, Capability.DISTINCT_VERSIONS);
  }

  /** An object as the gateway describes it, with its ETag in quotation marks. */
  private record Found(StoreObject object, String etag) {}

  @Override
  public StoreObject stat(StorePath path, boolean followLink) throws StoreException {
    if (path.isRoot()) {
      return S3Objects.directory(path);
    }
    Optional<Found> file = file(path);
    if (file.isPresent()) {
      return file.get().object();
    }
    if (hasObjects(path)) {
      return S3Objects.directory(path);
    }
    throw absent(path);
  }

  private Optional<Found> file(StorePath path) throws StoreException {
    try {
      return Optional.of(
          found(path, client.execute(S3Client.S3Request.head(S3Objects.key(path), path))));
    } catch (StoreException e) {
      if (e.kind() == Kind.NOT_FOUND) {
        return Optional.empty();
      }
      throw e;
    }
  }

  private static Found found(StorePath path, HttpResponse<byte[]> answer) throws StoreException {
    String etag = answer.headers().firstValue("etag").orElse("");
    String size = answer.headers().firstValue("content-length").orElse("");
    String time = answer.headers().firstValue("last-modified").orElse("");
    try {
      Instant modified =
          ZonedDateTime.parse(time, DateTimeFormatter.RFC_1123_DATE_TIME).toInstant();
      return new Found(S3Objects.file(path, Long.parseLong(size), etag, modified), etag);
    } catch (DateTimeException | NumberFormatException e) {
      throw new StoreException(
          Kind.FAILED, path, "RGW reports neither its size nor its time: " + size + ", " + time, e);
    }
  }

  private boolean hasObjects(StorePath directory) throws StoreException {
    ListObjectsResult page =
        client.list(
            S3Objects.prefix(directory),
            Map.of("list-type", "2", "encoding-type", "url", "max-keys", "1"),
            directory);
    return !page.objects().isEmpty();
  }

  /** Nothing is there, or, below an object, nothing can be. */
  private StoreException absent(StorePath path) throws StoreException {
    for (StorePath at = path.parent().orElseThrow(); !at.isRoot(); at = at.parent().orElseThrow()) {
      if (file(at).isPresent()) {
        return new StoreException(Kind.NOT_A_DIRECTORY, path, "'" + at + "' is an object");
      }
      if (hasObjects(at)) {
        break;
      }
    }
    return new StoreException(
        Kind.NOT_FOUND, path, "there is no such object in bucket " + client.bucket());
  }

  @Override
  public Listing list(StorePath directory, Listing.Options options) throws StoreException {
    if (!directory.isRoot() && file(directory).isPresent()) {
      throw new StoreException(Kind.NOT_A_DIRECTORY, directory, "it is an object");
    }
    RgwListing listing =
        new RgwListing(
            client,
            directory,
            options.recursive(),
            options.placement() ? Optional.of(placement) : Optional.empty(),
            notices);
    if (!directory.isRoot() && !listing.any()) {
      throw absent(directory);
    }
    return listing;
  }

  @Override
  public ReadHandle open(StorePath path, ReadHandle.Options options) throws StoreException {
    Optional<Found> file = path.isRoot() ? Optional.empty() : file(path);
    if (file.isEmpty()) {
      stat(path, true);
      throw new StoreException(Kind.IS_A_DIRECTORY, path, "it is a directory");
    }
    StoreObject object = file.get().object();
    if (options.expected().filter(version -> !version.equals(object.version())).isPresent()) {
      throw new StoreException(Kind.CHANGED, path, "it was overwritten since it was looked at");
    }
    ReadHandle gateway = new RgwReadHandle(client, object, file.get().etag());
    return reads.isPresent() ? reads.get().open(gateway) : gateway;
  }

  @Override
  public List<Extent> placement(StoreObject object, long offset, long length) {
    return placement.extents(object, offset, length);
  }

  @Override
  public void close() {
    reads.ifPresent(RadosReads::close);
    placement.close();
  }
}
