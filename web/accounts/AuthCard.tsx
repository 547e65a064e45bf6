import type { ReactNode } from 'react';
import { SiteLogo } from '#web/app/SiteLogo.tsx';

/** One quiet card in the middle of the page, for everything about signing in. */
export function AuthCard({
  title,
  text,
  children,
  footer,
}: {
  title: string;
  text?: ReactNode;
  children: ReactNode;
  footer?: ReactNode;
}) {
  return (
    <div className="wrap grid min-h-[calc(100dvh-3.5rem)] place-items-center py-10">
      <div className="w-full max-w-md animate-appear">
        <div className="rounded-card border border-line bg-surface p-6 shadow-card sm:p-8">
          <SiteLogo className="mb-5 h-8" />
          <h1 className="text-2xl">{title}</h1>
          {text && <p className="mt-2 text-ink-soft">{text}</p>}
          <div className="mt-6">{children}</div>
        </div>
        {footer && <p className="mt-5 text-center text-ink-soft">{footer}</p>}
      </div>
    </div>
  );
}

export const textLink = 'font-semibold text-accent-text underline-offset-4 hover:underline';
