// npm run admin -- <command>: the owner's shell.
import { loadEnvFile } from 'node:process';
import { runAdmin } from './run.ts';

try {
  loadEnvFile();
} catch {
  // no .env file: the environment alone counts
}
process.exitCode = await runAdmin(process.argv.slice(2), process.env);
