import { t } from '@lingui/core/macro';
import { accounts } from '#contract/accounts/accounts.ts';
import { backend } from '#web/app/client/backend.ts';
import { useConfig } from '#web/app/config.ts';
import type { SiteConfig } from '#web/app/client/initial-data.ts';
import { buttonClasses } from '#web/ui/controls/Button.tsx';

type Provider = SiteConfig['identityProviders'][number];

const addressOfProvider = ({ id }: Provider, confirm: boolean): string =>
  backend(`${accounts.beginIdentity.path}?provider=${id}${confirm ? '&confirm=1' : ''}`);

/** The identity provider buttons; absent if none is configured. A full page load, as the provider's pages follow. */
export function IdentityButton() {
  const { identityProviders } = useConfig();
  if (!identityProviders?.length) return null;
  return (
    <>
      <div className="my-5 flex items-center gap-3 text-sm text-ink-soft before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        {t`or`}
      </div>
      <div className="flex flex-col gap-3">
        {identityProviders.map((provider) => (
          <a
            key={provider.id}
            href={addressOfProvider(provider, false)}
            className={buttonClasses('secondary', 'md', 'w-full')}
          >
            <ProviderLogo provider={provider} />
            <span className="truncate">{t`Continue with ${provider.name}`}</span>
          </a>
        ))}
      </div>
    </>
  );
}

/** For re-authentication of a signed-in user, in its own window. */
export function IdentityConfirm() {
  const { identityProviders } = useConfig();
  return identityProviders?.map((provider) => (
    <a
      key={provider.id}
      href={addressOfProvider(provider, true)}
      target="_blank"
      rel="opener"
      className={buttonClasses('secondary', 'md', 'w-full')}
    >
      <ProviderLogo provider={provider} />
      <span className="truncate">{t`Confirm with ${provider.name}`}</span>
    </a>
  ));
}

function ProviderLogo({ provider: { logo, isGoogle } }: { provider: Provider }) {
  if (logo) return <img src={backend(logo)} alt="" className="h-5 w-auto max-w-16 shrink-0 object-contain" />;
  return isGoogle && <GoogleLogo />;
}

function GoogleLogo() {
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
