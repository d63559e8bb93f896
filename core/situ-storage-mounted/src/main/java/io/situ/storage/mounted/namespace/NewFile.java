// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.mounted.namespace;

/** What a kind of file system has done to a file that is created, before others can find it. */
public interface NewFile {

  /** Nothing. */
  NewFile PLAIN =
      new NewFile() {
        @Override
        public int flags() {
          return 0;
        }

        @Override
        public int opened(int fd) {
          return 0;
        }
      };

  /** Returns flags of {@code open} beside those of any new file. */
  int flags();

  /**
   * Does it, on the new and empty file.
   *
   * @return 0 or more, or a negative error number: then the file is taken away, and creating it
   *     fails
   */
  int opened(int fd);
}
