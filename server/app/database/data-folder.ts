import { accessSync, constants, existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { SettingsError } from '../start/settings.ts';

/** Makes the folder of DATA_DIR; throws SettingsError where none can be made, or written to. */
export function openDataFolder(folder: string): void {
  try {
    makeFolder(folder);
    if (!statSync(folder).isDirectory()) throw new Error('it is no folder');
    accessSync(folder, constants.W_OK | constants.X_OK);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new SettingsError(
      `DATA_DIR must be a folder that can be written to, unlike ${folder} (${reason}).`,
    );
  }
}

/** Level by level: Node's own recursive mkdir never comes back from a place such as /proc. */
function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  makeFolder(dirname(folder));
  try {
    mkdirSync(folder);
  } catch (error) {
    // another process of the same site was quicker
    if (!existsSync(folder)) throw error;
  }
}
