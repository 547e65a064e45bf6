import { Dialog } from '../dialogs/Dialog.tsx';

const KEYS: [string, string][] = [
  ['Space or K', 'Play, pause'],
  ['← →', 'Back, forward 5 seconds'],
  ['J L', 'Back, forward 10 seconds'],
  ['0 to 9', 'Go to that tenth of the clip'],
  ['↑ ↓', 'Louder, quieter, in the player'],
  ['M', 'Sound off, on'],
  ['C', 'Captions'],
  ['F', 'Full screen'],
  ['< >', 'Slower, faster'],
  ['Shift N', 'Next clip, on its page'],
  ['Shift P', 'Previous clip'],
  ['?', 'These keys'],
];

export function KeysHelp({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title="Keys" onClose={onClose}>
      <dl className="grid grid-cols-[auto_1fr] items-baseline gap-x-6 gap-y-2.5">
        {KEYS.map(([key, what]) => (
          <div key={key} className="contents">
            <dt>
              <kbd className="rounded-sm bg-raised px-2 py-0.5 text-sm font-semibold whitespace-nowrap">
                {key}
              </kbd>
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
