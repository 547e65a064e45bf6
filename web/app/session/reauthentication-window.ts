/** The channel by which the identity provider's window passes a new sign-in to the page that requested it. */
const CHANNEL = 'fresh-sign-in';

export function handOver(token: string): void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage(token);
  channel.close();
}

export function onHandedOver(listener: (token: string) => void): () => void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (typeof data === 'string') listener(data);
  });
  return () => channel.close();
}
