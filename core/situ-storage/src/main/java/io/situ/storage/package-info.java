// SPDX-License-Identifier: Apache-2.0
/**
 * The contract between Situ and a driver: {@link io.situ.storage.Store}, its handles and its
 * values. It is not a general virtual file system: there is no working directory, no globbing, no
 * locking and no byte-level random write. Sees only {@code acl}.
 *
 * <h2>Paths and links</h2>
 *
 * <ul>
 *   <li><b>Paths.</b> A {@link StorePath} names a place below the store's root. No call reaches
 *       anything outside the root, whatever symbolic links say, also when they are swapped while
 *       the call runs; such a call fails with {@link StoreException.Kind#OUTSIDE_ROOT}. A link
 *       whose target is absolute means a path of the host: where it lies below {@link
 *       Store.Info#hostPath} it may be followed, else it leads outside.
 *   <li><b>Links.</b> Every component but the last is followed where it is a symbolic link. The
 *       last one is followed by {@link Store#open}, {@link Store#append}, {@link Store#truncate},
 *       {@link Store#create}, {@link Store#setAttributes} and the attribute calls, never by {@link
 *       Store#rename}, {@link Store#delete}, {@link Store#createSymlink} and {@link
 *       Store#createHardLink}; {@link Store#stat} and {@link Store#list} take a parameter. A path
 *       that came out of a listing or an inventory may be given with the directory that was listed:
 *       then no link below that is followed ({@link Listing.Options#linkFreeBelow}, {@link
 *       ReadHandle.Options#linkFreeBelow}, {@link Store#statBelow}), and one that is met fails with
 *       {@link StoreException.Kind#CHANGED}. {@link StoreException.Kind#INVALID_ARGUMENT} if the
 *       path is not at or below that directory.
 * </ul>
 */
package io.situ.storage;
