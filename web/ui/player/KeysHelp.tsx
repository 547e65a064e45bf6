import { t } from '@lingui/core/macro';
import { KeyList, type Keys } from '../dialogs/KeyList.tsx';

const listKeys = (): Keys => [
  ['Space  K', t`Play, pause`],
  ['←  →', t`Back, forward 5 seconds`],
  ['J  L', t`Back, forward 10 seconds`],
  [t`0 to 9`, t`Go to that tenth of the clip`],
  ['↑  ↓', t`Louder, quieter, in the player`],
  ['M', t`Sound off, on`],
  ['C', t`Captions`],
  ['F', t`Full screen`],
  ['<  >', t`Slower, faster`],
  ['Shift N', t`Next clip, on its page`],
  ['Shift P', t`Previous clip`],
  ['/', t`Search`],
  ['?', t`Keyboard shortcuts`],
];

export function KeysHelp({ onClose }: { onClose: () => void }) {
  return <KeyList keys={listKeys()} onClose={onClose} />;
}
