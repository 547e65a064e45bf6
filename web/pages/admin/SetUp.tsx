import { Trans } from '@lingui/react/macro';
import { t } from '@lingui/core/macro';
import { Check } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { ComponentType } from 'react';
import { useBackups } from '#web/backups/backups.queries.ts';
import { Backups } from '#web/backups/BackupsCard.tsx';
import { paths } from '#web/app/paths.ts';
import { BackupLocation } from '#web/settings/BackupLocation.tsx';
import { useFinishSetUp } from '#web/settings/settings.queries.ts';
import {
  AddressStep,
  AppearanceStep,
  MailStep,
  NameStep,
  ShopStep,
  SignUpStep,
} from '#web/settings/SetUpSteps.tsx';
import { Button, ButtonLink } from '#web/ui/controls/Button.tsx';
import { FormError } from '#web/ui/controls/FormNotes.tsx';
import { Link } from 'react-router';
import { useAddressSearch } from '#web/app/address-search.ts';

interface Step {
  id: string;
  title: string;
  text: string;
  Content: ComponentType<{ onDone: () => void }>;
}

const listSteps = (): Step[] => [
  { id: 'name', title: t`Name`, text: t`What’s your site called?`, Content: NameStep },
  { id: 'address', title: t`Address`, text: t`You opened the site at this address.`, Content: AddressStep },
  { id: 'look', title: t`Look`, text: t`A colour, a logo, or both.`, Content: AppearanceStep },
  {
    id: 'mail',
    title: t`Mail`,
    text: t`Needed for password resets and order updates.`,
    Content: MailStep,
  },
  { id: 'shop', title: t`Shop`, text: t`Do you sell anything?`, Content: ShopStep },
  { id: 'sign-up', title: t`Sign-up`, text: t`Who can join?`, Content: SignUpStep },
  { id: 'backups', title: t`Backups`, text: t`How would you restore your site?`, Content: BackupStep },
];

const stepPath = (id: string): string => `${paths.setUp()}&step=${id}`;

/** Sets up a new site step by step; everything is in the settings, too. */
export function SetUp() {
  const [search, setSearch] = useAddressSearch();
  const at = Math.max(
    0,
    listSteps().findIndex(({ id }) => id === search.get('step')),
  );
  const isDone = search.get('step') === 'done';
  const title = useRef<HTMLHeadingElement>(null);
  const finish = useFinishSetUp();
  const step = listSteps()[at];
  // each next step focuses its title, also for screen readers; the first one is where the page starts
  const shown = useRef(step?.id);
  useEffect(() => {
    if (shown.current !== search.get('step') && search.has('step')) title.current?.focus();
    shown.current = search.get('step') ?? shown.current;
  }, [search]);
  if (!step) return null;
  const next = (): void => setSearch(() => ({ tab: 'setup', step: listSteps()[at + 1]?.id ?? 'done' }));
  return (
    <div className="wrap max-w-3xl pt-6 pb-16 sm:pt-10">
      <header className="flex items-baseline justify-between gap-4">
        <h1 className="text-xl sm:text-2xl">{t`Set up your site`}</h1>
        <Link
          to={paths.admin()}
          // leaving counts as seen, so there is no redirect here again
          onClick={() => finish.mutate()}
          className="py-2 text-sm font-semibold text-ink-soft hover:underline"
        >
          {t`Go to dashboard`}
        </Link>
      </header>
      <Progress at={isDone ? listSteps().length : at} />
      <section aria-labelledby="step" className="mt-6 rounded-card border border-line bg-surface p-5 sm:p-7">
        {isDone ? (
          <Done title={title} />
        ) : (
          <>
            <p className="numbers text-sm text-ink-soft">{t`Step ${at + 1} of ${listSteps().length}`}</p>
            <h2 ref={title} tabIndex={-1} id="step" className="text-lg outline-none sm:text-xl">
              {step.title}
            </h2>
            <p className="mt-1 mb-5 text-ink-soft">{step.text}</p>
            <step.Content key={step.id} onDone={next} />
          </>
        )}
      </section>
    </div>
  );
}

/** The steps as a row of dots with names where there is room, each a link. */
function Progress({ at }: { at: number }) {
  return (
    <nav aria-label={t`Steps`} className="mt-4">
      <ol className="grid auto-cols-fr grid-flow-col gap-1.5">
        {listSteps().map(({ id, title }, index) => (
          <li key={id}>
            <Link
              to={stepPath(id)}
              aria-current={index === at ? 'step' : undefined}
              className="group flex flex-col gap-1.5 py-2 text-xs font-semibold text-ink-soft aria-[current]:text-ink"
            >
              <span
                aria-hidden="true"
                className={`h-1.5 rounded-pill ${index <= at ? 'bg-accent' : 'bg-raised group-hover:bg-line'}`}
              />
              <span className="max-sm:sr-only">{title}</span>
            </Link>
          </li>
        ))}
      </ol>
    </nav>
  );
}

function BackupStep({ onDone }: { onDone: () => void }) {
  const { data } = useBackups();
  return (
    <div className="flex flex-col items-start gap-5">
      {data?.folder && (
        <p>
          <Trans>
            Backups are stored in <code className="break-all">{data.folder}</code>.
          </Trans>
        </p>
      )}
      {data?.kind === 'hourly' && (
        <div className="w-full">
          <BackupLocation bare />
        </div>
      )}
      <div className="w-full">
        <Backups />
      </div>
      <Button variant="primary" onClick={onDone}>
        {t`Continue`}
      </Button>
    </div>
  );
}

function Done({ title }: { title: React.RefObject<HTMLHeadingElement | null> }) {
  const finish = useFinishSetUp();
  const started = useRef(false);
  useEffect(() => {
    if (started.current) return;
    started.current = true;
    finish.mutate();
  }, [finish]);
  return (
    <div className="flex flex-col items-start gap-4">
      <span
        aria-hidden="true"
        className="grid size-12 place-items-center rounded-pill bg-accent text-accent-ink"
      >
        <Check className="size-6" />
      </span>
      <h2 ref={title} tabIndex={-1} id="step" className="text-lg outline-none sm:text-xl">
        {t`Your site is ready`}
      </h2>
      <p className="prose-width text-ink-soft">
        {t`You can change all of this in Settings. The overview shows what’s left to do.`}
      </p>
      <FormError>{finish.error?.message}</FormError>
      <div className="flex flex-wrap gap-3">
        <ButtonLink variant="primary" to={paths.admin()}>
          {t`Open the overview`}
        </ButtonLink>
        <ButtonLink to={paths.home()}>{t`View site`}</ButtonLink>
      </div>
    </div>
  );
}
