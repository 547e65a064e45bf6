import { t } from '@lingui/core/macro';
import { KeyList, type Keys } from '../dialogs/KeyList.tsx';

const listKeys = (): Keys => [
  ['Space  K', t`Play, pause`],
  ['←  →', t`Back, forward 5 seconds`],
  ['J  L', t`Back, forward 10 seconds`],
  [t`0 to 9`, t`Jump to 0–90% of the video`],
  ['↑  ↓', t`Volume up, down (in the player)`],
  ['M', t`Mute, unmute`],
  ['C', t`Captions`],
  ['F', t`Full screen`],
  ['<  >', t`Slower, faster`],
  ['Shift N', t`Next video`],
  ['Shift P', t`Previous video`],
  ['/', t`Search`],
  ['?', t`Keyboard shortcuts`],
];

export function KeysHelp({ onClose }: { onClose: () => void }) {
  return <KeyList keys={listKeys()} onClose={onClose} />;
}
