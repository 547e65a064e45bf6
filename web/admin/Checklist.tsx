import { t } from '@lingui/core/macro';
import { Check } from 'lucide-react';
import { useState } from 'react';
import type { Checklist as State } from '#contract/admin/admin.ts';
import { paths } from '#web/app/paths.ts';
import { Button } from '#web/ui/controls/Button.tsx';
import { Card } from '#web/ui/lists/Card.tsx';
import { confirm } from '#web/ui/dialogs/confirm.ts';
import { Link } from 'react-router';
import { useDismissChecklist, useRemoveSample } from './admin.queries.ts';

type Item = keyof State['done'];

const tab = (name: string): string => `${paths.admin()}?tab=${name}`;

const listItems = (): Record<Item, { text: string; to?: string }> => ({
  name: { text: t`Name your site`, to: tab('site') },
  logo: { text: t`Upload your logo`, to: tab('site') },
  clip: { text: t`Publish your first video`, to: paths.studio() },
  mail: { text: t`Connect a mail server`, to: tab('connections') },
  payments: { text: t`Accept payments, or close the shop`, to: tab('connections') },
  legal: { text: t`Publish privacy policy and terms`, to: tab('site') },
  sample: { text: t`Remove sample content` },
});

/** What is shown of the remaining steps at first. */
const NEXT = 3;

/** The next setup steps, or all of them; hidden once they are done, or dismissed. */
export function Checklist({ data, onDismiss }: { data: State | undefined; onDismiss: () => void }) {
  const dismiss = useDismissChecklist();
  const [showsAll, setShowsAll] = useState(false);
  // sample content that isn't there was removed, or never was
  const steps = (Object.entries(data?.done ?? {}) as [Item, boolean][]).filter(
    ([item, isDone]) => item !== 'sample' || !isDone,
  );
  const open = steps.filter(([, isDone]) => !isDone);
  if (!data || data.dismissed || open.length === 0) return null;
  return (
    <Card
      title={t`Make the site your own`}
      aside={
        <span className="flex items-center gap-3 text-sm text-ink-soft">
          <span className="numbers whitespace-nowrap">
            {t`${steps.length - open.length} of ${steps.length}`}
          </span>
          <Button
            size="sm"
            variant="quiet"
            pending={dismiss.isPending}
            onClick={() => {
              dismiss.mutate();
              onDismiss();
            }}
          >
            {t`Dismiss`}
          </Button>
        </span>
      }
    >
      <ul className="grid grid-cols-1 gap-x-6 gap-y-1 sm:grid-cols-2 xl:grid-cols-3">
        {(showsAll ? steps : open.slice(0, NEXT)).map(([item, isDone]) => (
          <li key={item} className="flex min-h-11 items-center gap-3">
            <span
              aria-hidden="true"
              className={`grid size-6 shrink-0 place-items-center rounded-pill border ${isDone ? 'border-transparent bg-accent text-accent-ink' : 'border-edge'}`}
            >
              {isDone && <Check className="size-4" />}
            </span>
            <Task item={item} isDone={isDone} />
          </li>
        ))}
      </ul>
      {!showsAll && steps.length > NEXT && (
        <Button size="sm" variant="quiet" className="-ms-3 mt-2" onClick={() => setShowsAll(true)}>
          {t`Show all steps`}
        </Button>
      )}
    </Card>
  );
}

function Task({ item, isDone }: { item: Item; isDone: boolean }) {
  const { text, to } = listItems()[item];
  if (isDone)
    return (
      <span className="text-ink-soft">
        <span className="sr-only">{t`Done:`} </span>
        <span>{text}</span>
      </span>
    );
  return to ? (
    <Link to={to} className="font-semibold underline-offset-4 hover:underline">
      {text}
    </Link>
  ) : (
    <RemoveSample text={text} />
  );
}

function RemoveSample({ text }: { text: string }) {
  const remove = useRemoveSample();
  return (
    <Button
      size="sm"
      pending={remove.isPending}
      onClick={() => {
        void confirm({
          title: t`Remove sample content?`,
          text: t`Its videos, people, posts and orders will be permanently deleted. Yours stay.`,
          action: t`Remove`,
          danger: true,
        }).then((yes) => {
          if (yes) remove.mutate();
        });
      }}
    >
      {text}
    </Button>
  );
}
