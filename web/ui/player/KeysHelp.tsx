import { KeyList, type Keys } from '../dialogs/KeyList.tsx';

const KEYS: Keys = [
  ['Space  K', 'Play, pause'],
  ['←  →', 'Back, forward 5 seconds'],
  ['J  L', 'Back, forward 10 seconds'],
  ['0 to 9', 'Go to that tenth of the clip'],
  ['↑  ↓', 'Louder, quieter, in the player'],
  ['M', 'Sound off, on'],
  ['C', 'Captions'],
  ['F', 'Full screen'],
  ['<  >', 'Slower, faster'],
  ['Shift N', 'Next clip, on its page'],
  ['Shift P', 'Previous clip'],
  ['/', 'Search'],
  ['?', 'Keyboard shortcuts'],
];

export function KeysHelp({ onClose }: { onClose: () => void }) {
  return <KeyList keys={KEYS} onClose={onClose} />;
}
