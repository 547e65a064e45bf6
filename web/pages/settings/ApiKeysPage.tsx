import { KeysCard } from '#web/api-keys/ApiKeysCard.tsx';
import { settingsHead, SettingsLayout } from './SettingsLayout.tsx';

export const head = settingsHead('apiKeys');

export const ApiKeysPage = () => <SettingsLayout page="apiKeys">{() => <KeysCard />}</SettingsLayout>;
