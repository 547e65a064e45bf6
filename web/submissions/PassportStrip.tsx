import { Check, Circle, X } from 'lucide-react';
import type { Passport } from '#contract/submissions.ts';
import { classes } from '#web/ui/classes.ts';
import { usePassport } from './usePassport.ts';

const STEPS = ['Received', 'Checked', 'Encoding', 'In review', 'Live'] as const;
const AT: Record<Passport['state'], number> = {
  RECEIVED: 0,
  CHECKED: 1,
  ENCODING: 2,
  IN_REVIEW: 3,
  LIVE: 4,
  REFUSED: 3,
  ARCHIVED: 4,
};

/** The way of an upload, step by step, as it happens. */
export function PassportStrip({ id, known = null }: { id: number; known?: Passport | null }) {
  const passport = usePassport(id, known);
  if (!passport) return null;
  const ended = passport.state === 'REFUSED' || passport.state === 'ARCHIVED';
  return (
    <div>
      {!ended && (
        <ol aria-hidden="true" className="mb-2 flex gap-1.5">
          {STEPS.map((step, at) => (
            <li key={step} className="min-w-0 flex-1">
              <span
                className={classes(
                  'block h-1.5 rounded-pill',
                  at <= AT[passport.state] ? 'bg-accent' : 'bg-raised',
                )}
              />
              <span
                className={classes(
                  'mt-1 block truncate text-xs',
                  at === AT[passport.state] ? 'font-semibold text-ink' : 'text-ink-soft',
                )}
              >
                {step}
              </span>
            </li>
          ))}
        </ol>
      )}
      <p role="status" className="flex items-center gap-2 text-sm font-semibold">
        {ended && <X aria-hidden="true" className="size-4 text-bad" />}
        {passport.state === 'LIVE' && <Check aria-hidden="true" className="size-4 text-ok" />}
        {!ended && passport.state !== 'LIVE' && (
          <Circle aria-hidden="true" className="size-3 animate-shimmer fill-accent text-accent" />
        )}
        <span className="numbers first-letter:uppercase">{passport.text}</span>
      </p>
      {passport.reason && <p className="mt-1 text-sm break-words">{passport.reason}</p>}
      {passport.advice && <p className="mt-1 text-sm text-ink-soft">{passport.advice}</p>}
    </div>
  );
}
