import { loadEnvFile } from 'node:process';
import { banner, describeServices } from './app/start/banner.ts';
import { createLog } from './app/observe/log.ts';
import { fullDisk, isFull, readDisk } from './app/observe/disk.ts';
import { openDataFolder } from './app/database/data-folder.ts';
import { followNpm } from './app/start/parent.ts';
import { knowsPublicUrl, readSettings, SettingsError, type Settings } from './app/start/settings.ts';
import { startSite } from './app/start/start.ts';
import { slices } from './slices.ts';

function settingsOrExit(): Settings {
  try {
    loadEnvFile();
  } catch {
    // no .env file: the environment alone counts
  }
  try {
    const settings = readSettings(process.env);
    openDataFolder(settings.DATA_DIR);
    return settings;
  } catch (error) {
    return exitWith(error);
  }
}

/** A configuration error is printed as a message; other errors are bugs and get a stack trace. */
function exitWith(error: unknown): never {
  process.stderr.write(
    `${error instanceof SettingsError ? error.message : error instanceof Error ? error.stack : String(error)}\n`,
  );
  process.exit(1);
}

const settings = settingsOrExit();
const site = await startSite(settings, slices).catch(exitWith);
let ending = false;
const end = (): void => {
  ending = true;
  void site.stop().then(
    () => process.exit(0),
    () => process.exit(1),
  );
};
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, end);
followNpm(end);
try {
  const { log } = await site.ready;
  if (settings.production && !knowsPublicUrl(settings))
    log.warn(
      `PUBLIC_URL is not set: links in emails, in search engines and on shared pages lead to ${settings.PUBLIC_URL}. Set it to the address that visitors see, or take it in the Admin Dashboard.`,
    );
  if (settings.production)
    log.info(
      `${settings.SITE_NAME} is ready at ${settings.PUBLIC_URL}`,
      Object.fromEntries(describeServices(settings)),
    );
  else process.stdout.write(banner(settings));
} catch (error) {
  // an interrupted start needs no message
  const message = error instanceof Error ? error.message : String(error);
  const disk = readDisk(settings.DATA_DIR);
  const reason =
    error instanceof SettingsError
      ? message
      : `The start failed: ${disk && isFull(disk) ? fullDisk(disk) : message}`;
  if (!ending) {
    if (settings.production) createLog(settings).error(reason);
    else process.stderr.write(`${reason}\n`);
  }
  await site.stop();
  process.exit(ending ? 0 : 1);
}
