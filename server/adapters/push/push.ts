/** A browser that takes pushes, as PushSubscription.toJSON() tells it (Push API, RFC 8030, RFC 8291). */
export interface PushTarget {
  endpoint: string;
  p256dh: string;
  auth: string;
}

export interface Push {
  /** Which site's pushes a browser takes (VAPID, RFC 8292): an uncompressed point of P-256, base64url. */
  publicKey: string;
  /**
   * Hands a message of at most 3,000 bytes to the browser's push service, which keeps it a day. `topic` (32 letters at
   * most): takes the place of one that waits there. 'gone': the browser takes none any more. Throws PushRejected where it
   * never will, and anything else where it may be tried again.
   */
  send(target: PushTarget, message: string, options: { topic: string }): Promise<'sent' | 'gone'>;
}

/** This push can never be sent: the push service said so, or its address may not be asked. */
export class PushRejected extends Error {}
