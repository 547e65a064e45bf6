import { t } from '@lingui/core/macro';
import { Dialog } from './Dialog.tsx';

/** A page's keyboard shortcuts: keys with the same action are listed together, between two blanks. */
export type Keys = readonly (readonly [keys: string, what: string])[];

export function KeyList({ keys, onClose }: { keys: Keys; onClose: () => void }) {
  return (
    <Dialog title={t`Keyboard shortcuts`} onClose={onClose} plain>
      <dl className="grid grid-cols-[auto_1fr] items-baseline gap-x-6 gap-y-2.5">
        {keys.map(([names, what]) => (
          <div key={names} className="contents">
            <dt className="flex gap-1.5">
              {names.split('  ').map((name) => (
                <kbd
                  key={name}
                  className="rounded-sm border border-line bg-raised px-2 py-0.5 text-sm font-semibold whitespace-nowrap"
                >
                  {name}
                </kbd>
              ))}
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
