import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';

/**
 * Adds a virtual authenticator to a running Firefox. WebDriver BiDi has no command for it; Marionette does, and shares
 * the session: one length-prefixed JSON message each way.
 */
export async function addAuthenticator(profile: string): Promise<void> {
  const port = Number(await readFile(join(profile, 'MarionetteActivePort'), 'utf8'));
  // the browser's session ends with this connection, which ends with the browser
  const socket = connect(port, '127.0.0.1')
    .unref()
    .on('error', () => {});
  let received = '';
  const next = async (): Promise<unknown> => {
    for (;;) {
      const [, length, rest = ''] = /^(\d+):([\s\S]*)$/.exec(received) ?? [];
      if (length && Buffer.byteLength(rest) >= Number(length)) {
        received = rest.slice(Number(length));
        return JSON.parse(rest.slice(0, Number(length)));
      }
      const [more] = (await once(socket, 'data')) as [Buffer];
      received += more.toString();
    }
  };
  // it introduces itself
  await next();
  let id = 0;
  const call = async (name: string, parameters: object = {}): Promise<unknown> => {
    id += 1;
    const command = JSON.stringify([0, id, name, parameters]);
    socket.write(`${Buffer.byteLength(command)}:${command}`);
    const [, , error, value] = (await next()) as [number, number, object | null, unknown];
    if (error) throw new Error(`Firefox: ${name}: ${JSON.stringify(error)}`);
    return value;
  };
  await call('WebAuthn:AddVirtualAuthenticator', {
    protocol: 'ctap2',
    transport: 'internal',
    hasResidentKey: true,
    hasUserVerification: true,
    isUserConsenting: true,
    isUserVerified: true,
  });
  const handles = (await call('WebDriver:GetWindowHandles')) as string[];
  // only a page that has the focus may ask for a passkey
  for (const handle of handles) await call('WebDriver:SwitchToWindow', { handle, focus: true });
}
