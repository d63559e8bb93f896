// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.mounted.path;

import io.situ.storage.mounted.nativelib.ErrnoException;

/**
 * A name in a directory that is held: what the calls that change names work on, so that no one can
 * swap the directory for a link between the look and the act.
 *
 * @param directory closed with this
 * @param name a plain name, or {@code .} for the directory itself
 */
public record EntryRef<O extends ObjectHandle<O>>(O directory, byte[] name)
    implements AutoCloseable {

  /** Holds what has the name, links not followed. */
  public O object() throws ErrnoException {
    return directory.child(name);
  }

  @Override
  public void close() {
    directory.close();
  }
}
