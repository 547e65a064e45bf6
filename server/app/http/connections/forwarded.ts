import type { IncomingMessage, RequestListener } from 'node:http';

/** Some proxies name a visitor's port, too, which changes with every connection: `203.0.113.9:51234`, `[2001:db8::1]:51234`. */
const WITH_PORT = /^(?:\[([^\]]*)\]|(\d+\.\d+\.\d+\.\d+))(?::\d+)?$/;

/** Leaves the addresses alone of what X-Forwarded-For says. */
function stripForwardedPorts({ headers }: IncomingMessage): void {
  const said = headers['x-forwarded-for'];
  if (said === undefined) return;
  headers['x-forwarded-for'] = String(said)
    .split(',')
    .map((each) => {
      const [, v6, v4] = WITH_PORT.exec(each.trim()) ?? [];
      return v6 ?? v4 ?? each.trim();
    })
    .join(', ');
}

/** A handler that is given the addresses without their ports. */
export const withoutForwardedPorts =
  (handler: RequestListener): RequestListener =>
  (request, reply) => {
    stripForwardedPorts(request);
    handler(request, reply);
  };
