import { existsSync, globSync } from 'node:fs';
import { installPackages } from './apt.ts';

const FIREFOX = ['/usr/bin/firefox-esr', '/usr/bin/firefox'];
const WEBKIT_DRIVER = '/usr/bin/WebKitWebDriver';
/** Without it WebKitGTK plays no H.264. */
const H264_FOR_WEBKIT = '/usr/lib/*/gstreamer-1.0/libgstlibav.so';
const FIREFOX_PACKAGES = ['firefox-esr'];
const WEBKIT_PACKAGES = [
  'webkit2gtk-driver',
  'xvfb',
  'xauth',
  'gstreamer1.0-libav',
  'gstreamer1.0-plugins-good',
  'gstreamer1.0-plugins-bad',
];

/** The system's Firefox, or FIREFOX_PATH. */
export function firefoxPath(): string | null {
  return process.env['FIREFOX_PATH'] ?? FIREFOX.find((path) => existsSync(path)) ?? null;
}

/** WebKitGTK's driver, if the screen and the codecs that it needs are there too. */
export function webkitDriverPath(): string | null {
  const whole = [WEBKIT_DRIVER, '/usr/bin/Xvfb'].every((path) => existsSync(path));
  return whole && globSync(H264_FOR_WEBKIT).length > 0 ? WEBKIT_DRIVER : null;
}

/** What is missing of Firefox and WebKitGTK, as a sentence that says how to get it; null once both are there. */
export function missingBrowsers(): string | null {
  const packages = [
    ...(firefoxPath() ? [] : FIREFOX_PACKAGES),
    ...(webkitDriverPath() ? [] : WEBKIT_PACKAGES),
  ];
  return packages.length === 0
    ? null
    : `To test in Firefox and WebKit: apt-get install ${packages.join(' ')}`;
}

/** Installs as root what is missing; otherwise says what to install. */
export async function prepareBrowsers(): Promise<void> {
  if (!firefoxPath()) await installPackages(FIREFOX_PACKAGES, 'to test in Firefox');
  if (!webkitDriverPath()) await installPackages(WEBKIT_PACKAGES, 'to test in WebKit, the engine of Safari');
  const missing = missingBrowsers();
  if (missing) console.log(missing);
}
