import { build, isBuilt } from './build.ts';

if (!isBuilt()) {
  process.stdout.write('Building the web app, once …\n');
  if (!build()) process.exit(1);
}
await import('#server/main.ts');
