import { t } from '@lingui/core/macro';
import { useDeferredValue, useEffect, useState } from 'react';
import { MAX_PASSWORD, MIN_PASSWORD } from '#contract/accounts/accounts.ts';

const strengths = () => [t`Very weak`, t`Weak`, t`Fair`, t`Good`, t`Strong`];
const COLORS = ['bg-bad', 'bg-bad', 'bg-warn', 'bg-ok', 'bg-ok'];
/** A word that changed is spoken once the typing pauses, not at every key. */
const PAUSE_MS = 800;

/**
 * A password's strength while it is typed; hidden while its length is invalid. It blocks nothing; the estimator is
 * loaded with the first letter.
 */
export function PasswordStrength({ password, known = [] }: { password: string; known?: (string | null)[] }) {
  const typed = useDeferredValue(password);
  const terms = known.filter((label) => label).join('\n');
  const [last, setLast] = useState<number | null>(null);
  const [spoken, setSpoken] = useState('');
  useEffect(() => {
    if (!typed) return;
    let current = true;
    import('#web/ui/controls/password-strength.ts')
      .then(({ estimateStrength }) => current && setLast(estimateStrength(typed, terms.split('\n'))))
      // nothing depends on it
      .catch(() => {});
    return () => {
      current = false;
    };
  }, [typed, terms]);
  const score = typed.length >= MIN_PASSWORD && typed.length <= MAX_PASSWORD ? last : null;
  const label = score === null ? '' : (strengths()[score] ?? '');
  useEffect(() => {
    const timer = setTimeout(() => setSpoken(label && t`Strength: ${label}`), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [label]);
  return (
    <>
      {score !== null && (
        <div className="-mt-2 flex items-center gap-3 text-sm">
          <div
            role="meter"
            aria-label={t`Strength`}
            aria-valuemin={0}
            aria-valuemax={4}
            aria-valuenow={score}
            aria-valuetext={label}
            className="grid h-1.5 flex-1 grid-cols-4 gap-1"
          >
            {[1, 2, 3, 4].map((step) => (
              <span
                key={step}
                className={`rounded-full ${step <= Math.max(1, score) ? COLORS[score] : 'bg-edge/60'}`}
              />
            ))}
          </div>
          <span aria-hidden="true" className="w-20 text-ink-soft">
            {label}
          </span>
        </div>
      )}
      <p aria-live="polite" className="sr-only">
        {spoken}
      </p>
    </>
  );
}
