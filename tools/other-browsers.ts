import { existsSync, globSync } from 'node:fs';
import { describeMissing } from './apt.ts';

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

/** Debian's packages of what isn't there, by browser. */
export const missingBrowserPackages = (): string[][] => [
  firefoxPath() ? [] : FIREFOX_PACKAGES,
  webkitDriverPath() ? [] : WEBKIT_PACKAGES,
];

/** What is missing of Firefox and WebKitGTK, and how to get it; null once both are there. */
export const missingBrowsers = (): string | null =>
  describeMissing('To test in Firefox and WebKit', missingBrowserPackages().flat());
