/** A browser's subscription, as from PushSubscription.toJSON() (Push API, RFC 8030, RFC 8291). */
export interface PushTarget {
  endpoint: string;
  p256dh: string;
  auth: string;
}

export interface Push {
  /**
   * The site's key that a browser subscribes to (VAPID, RFC 8292): an uncompressed point of P-256, base64url.
   */
  publicKey: string;
  /**
   * Sends a message of at most 3,000 bytes to the browser's push service, which stores it for a day. `topic`
   * (32 letters at most) replaces a pending message with the same one. 'gone': the subscription has ended.
   * Throws PushRejected for a permanent failure, and anything else where a retry may succeed.
   */
  send(target: PushTarget, message: string, options: { topic: string }): Promise<'sent' | 'gone'>;
}

/** This push can never be sent: the push service rejected it, or its address is not allowed. */
export class PushRejected extends Error {}
