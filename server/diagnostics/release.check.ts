import { msg, readMessage } from '#contract/text/message.ts';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { findRelease } from '#server/updates/updates.store.ts';
import { ok, warning, type Check } from './check.ts';

const { version } = JSON.parse(
  readFileSync(path.resolve(import.meta.dirname, '../../package.json'), 'utf8'),
) as { version: string };

const LATE_MS = 3 * 24 * 3600 * 1000;

export const releaseCheck: Check = {
  name: msg('Release'),
  advice: msg('Check that the database is reachable.'),
  async run(parts) {
    const { settings, clock } = parts;
    const running = msg`this is ${version}`;
    if (!settings.UPDATE_FEED_URL) return ok(msg`${running}; update checks are off`);
    const latest = await findRelease(parts.database().db, version);
    const { release = null, refused = null, newer = false } = latest ?? {};
    if (release && newer)
      return warning(
        release.security
          ? msg`${release.version} was released on ${release.published} and fixes a security issue; ${running}`
          : msg`${release.version} was released on ${release.published}; ${running}`,
        release.url
          ? msg`Read what changed (${release.url}), then upgrade (docs/operations.md, Upgrades).`
          : msg`Read what changed, then upgrade (docs/operations.md, Upgrades).`,
      );
    if (refused)
      return warning(
        msg`${running}; the release feed isn't trusted: ${readMessage(refused)}`,
        msg('Check UPDATE_FEED_URL.'),
      );
    if (latest && clock.now() - Date.parse(latest.checkedAt) > LATE_MS)
      return warning(
        msg`${running}; the release feed was last checked on ${latest.checkedAt.slice(0, 10)}`,
        msg("In the dashboard under Jobs, check why updates.check isn't running."),
      );
    return ok(
      release
        ? msg`${running}, the latest version`
        : msg`${running}; the release feed will be checked within a day`,
    );
  },
};
