// npm run admin -- <command>: the owner's shell.
import { loadEnvFile } from 'node:process';
import { runAdmin } from './run.ts';
import { becomeOwner } from './site.ts';

try {
  loadEnvFile();
} catch {
  // no .env file: the environment alone counts
}
becomeOwner(process.env['DATA_DIR'] || './data');
process.exitCode = await runAdmin(process.argv.slice(2), process.env);
