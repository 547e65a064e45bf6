import { BlockedPeople, MutedPeople, MutedTerms } from '#web/blocks/BlocksCard.tsx';
import { settingsHead, SettingsLayout } from './SettingsLayout.tsx';

export const head = settingsHead('blocked');

export function BlockedPage() {
  return (
    <SettingsLayout page="blocked">
      {() => (
        <>
          <BlockedPeople />
          <MutedPeople />
          <MutedTerms />
        </>
      )}
    </SettingsLayout>
  );
}
