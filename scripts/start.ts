import { spawnSync } from 'node:child_process';
import { pathToFileURL } from 'node:url';
import { build, isBuilt } from './build.ts';
import { isServerBuilt, SERVER_BUNDLE } from './build-server.ts';

if (!isBuilt()) {
  process.stdout.write('Building the web app, once …\n');
  if (!build()) process.exit(1);
}
// In a process of its own: the bundler sets NODE_ENV. Where it can't be made (no build tools, a folder that is
// read-only) the sources run, which only takes longer.
const isBundled =
  isServerBuilt() ||
  spawnSync(process.execPath, ['scripts/build-server.ts'], { stdio: 'ignore' }).status === 0;
await import(isBundled ? pathToFileURL(SERVER_BUNDLE).href : '#server/main.ts');
