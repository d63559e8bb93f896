/** Bodies of HTTP answers whose length is bounded. */
package io.situ.storage.http;
