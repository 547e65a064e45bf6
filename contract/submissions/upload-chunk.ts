/**
 * Bytes per PATCH of a resumable upload. A browser whose persistent connection breaks silently resends the
 * request from its beginning: this limits what is sent twice. It also suits proxies with a limit on bodies.
 */
export const UPLOAD_CHUNK = 8 << 20;
