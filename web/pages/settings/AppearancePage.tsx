import { t } from '@lingui/core/macro';
import { useConfig } from '#web/app/config.ts';
import { Card } from '#web/ui/lists/Card.tsx';
import { LanguageChoice } from '../shell/LanguageChoice.tsx';
import { SensitiveChoice } from '../shell/SensitiveChoice.tsx';
import { ThemeChoice } from '../shell/ThemeChoice.tsx';
import { settingsHead, SettingsLayout } from './SettingsLayout.tsx';

export const head = settingsHead('appearance');

export function AppearancePage() {
  const { languages } = useConfig();
  return (
    <SettingsLayout page="appearance">
      {() => (
        <>
          <Card title={t`Theme`}>
            <p className="mb-4 text-ink-soft">{t`Applies to this browser.`}</p>
            <div className="flex">
              <ThemeChoice labelled />
            </div>
          </Card>
          <Card title={t`Sensitive videos`}>
            <p className="mb-4 text-ink-soft">{t`Applies wherever you are signed in.`}</p>
            <div className="flex">
              <SensitiveChoice />
            </div>
          </Card>
          {languages.length > 1 && (
            <Card title={t`Language`}>
              <p className="mb-4 text-ink-soft">{t`For this site and for the emails we send you.`}</p>
              <div className="flex">
                <LanguageChoice />
              </div>
            </Card>
          )}
        </>
      )}
    </SettingsLayout>
  );
}
