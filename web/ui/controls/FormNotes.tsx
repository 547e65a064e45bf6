import type { ReactNode } from 'react';

/** The error of a whole form; always rendered, so that screen readers announce it. */
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
