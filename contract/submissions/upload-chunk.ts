/**
 * Bytes that one PATCH of a resumable upload carries. A browser whose kept connection breaks sends that request again by
 * itself, from its beginning and without a word: this bounds what goes twice. Proxies that take no large bodies are content
 * too.
 */
export const UPLOAD_CHUNK = 8 << 20;
