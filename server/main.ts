import { loadEnvFile } from 'node:process';
import { readSettings, SettingsError, type Settings } from './app/settings.ts';
import { startSite } from './app/start.ts';
import { slices } from './slices.ts';

function settingsOrExit(): Settings {
  try {
    loadEnvFile();
  } catch {
    // no .env file: the environment alone counts
  }
  try {
    return readSettings(process.env);
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  }
}

const site = await startSite(settingsOrExit(), slices);
for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.on(signal, () => void site.stop().then(() => process.exit(0), () => process.exit(1)));
}
try {
  const { settings, log } = await site.ready;
  log.info(`${settings.SITE_NAME} is ready at ${settings.PUBLIC_URL}`);
} catch (error) {
  process.stderr.write(`The start failed: ${error instanceof Error ? error.message : String(error)}\n`);
  await site.stop();
  process.exit(1);
}
