import type { ReactNode } from 'react';

export const SCHEMES = ['light', 'dark'] as const;
type Scheme = (typeof SCHEMES)[number];

/** What a part is shown in; names that must be unique on the page end with it. */
export interface PartProps {
  scheme: Scheme;
}

/** Some states of one part side by side, with a word for them. */
export function Row({ title, children }: { title?: string; children: ReactNode }) {
  return (
    <div className="mb-5 last:mb-0">
      {title && <p className="mb-2 text-sm text-ink-soft">{title}</p>}
      <div className="flex flex-wrap items-center gap-3">{children}</div>
    </div>
  );
}
