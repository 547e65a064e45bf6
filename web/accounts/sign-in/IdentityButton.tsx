import { useConfig } from '#web/app/config.ts';
import { backend } from '#web/app/backend.ts';
import { accounts } from '#contract/accounts.ts';
import { buttonClasses } from '#web/ui/controls/Button.tsx';

/** The way by the identity provider; not there where none is set up. A whole page load: the provider's pages follow. */
export function IdentityButton() {
  const { identityProvider } = useConfig();
  if (!identityProvider) return null;
  return (
    <>
      <div className="my-5 flex items-center gap-3 text-sm text-ink-soft before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        or
      </div>
      <a href={backend(accounts.beginIdentity.path)} className={buttonClasses('secondary', 'md', 'w-full')}>
        <GoogleLogo />
        Continue with Google
      </a>
    </>
  );
}

export function GoogleLogo() {
  return (
    <svg
      viewBox="0 0 24 24"
      aria-hidden="true"
      fill="none"
      stroke="currentColor"
      strokeWidth="2.6"
      strokeLinecap="round"
    >
      <path d="M19.5 6.2A9 9 0 1 0 21 12h-8.5" />
    </svg>
  );
}
