import type { ReactNode } from 'react';

/** What went wrong with a whole form; there from the start, so that screen readers hear it come. */
export function FormError({ children }: { children?: ReactNode }) {
  return (
    <p
      role="alert"
      className={children ? 'rounded-control bg-bad/10 px-3.5 py-2.5 text-sm text-bad' : 'sr-only'}
    >
      {children}
    </p>
  );
}

/** What went well, likewise. */
export function FormNotice({ children }: { children?: ReactNode }) {
  return (
    <p
      role="status"
      className={children ? 'rounded-control bg-ok/10 px-3.5 py-2.5 text-sm text-ok' : 'sr-only'}
    >
      {children}
    </p>
  );
}
