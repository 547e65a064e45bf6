import { msg } from '#contract/text/message.ts';
import { countSecrets, OTHER_KEY } from '#server/accounts/sign-in/two-factor-secrets.actions.ts';
import { failed, ok, off, warning, type Check } from './check.ts';

export const secretsCheck: Check = {
  name: msg('Two-factor authentication'),
  advice: msg('Check that SETTINGS_KEY or DATA_DIR/settings.key is readable.'),
  async run(parts) {
    const { locked, unreadable, plain } = await countSecrets(parts.database().db, parts.settings);
    if (unreadable > 0) return failed(msg`${unreadable} were encrypted with a different key`, OTHER_KEY);
    if (plain > 0)
      return warning(
        msg`${plain} are stored unencrypted in the database`,
        msg("Set the same SETTINGS_KEY for every process. They'll be encrypted within an hour."),
      );
    return locked > 0 ? ok(msg`${locked} are encrypted`) : off();
  },
};
