import { spawnSync } from 'node:child_process';
import { pathToFileURL } from 'node:url';
import { build, isBuilt } from './build.ts';
import { isServerBuilt, SERVER_BUNDLE } from './build-server.ts';
import { NODE_ENVIRONMENT, NODE_FLAGS } from './node-flags.ts';

if (!isBuilt()) {
  process.stdout.write('Building the web app, once …\n');
  if (!build()) process.exit(1);
}
// In a process of its own: the bundler sets NODE_ENV. Where it can't be made (no build tools, a folder that is
// read-only) the sources run, which only takes longer.
const isBundled =
  isServerBuilt() ||
  spawnSync(process.execPath, ['scripts/build-server.ts'], { stdio: 'ignore' }).status === 0;
const main = isBundled ? SERVER_BUNDLE : 'server/main.ts';
// In this process's place, since Node.js takes some settings only where it starts; Windows can't, and goes without them.
if (process.platform !== 'win32')
  process.execve?.(process.execPath, [process.execPath, ...NODE_FLAGS, main], {
    ...NODE_ENVIRONMENT,
    ...process.env,
  });
await import(pathToFileURL(main).href);
