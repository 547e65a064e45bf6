import { plural, t } from '@lingui/core/macro';
import { useState } from 'react';
import type { Archive, ArchiveItem } from '#contract/archives/archives.ts';
import { CategoryOptions } from '#web/app/i18n/CategoryName.tsx';
import { useConfig } from '#web/app/config.ts';
import { visibilities } from '#web/app/forms/release.ts';
import { Button } from '#web/ui/controls/Button.tsx';
import { Select } from '#web/ui/controls/Field.tsx';
import { FormError } from '#web/ui/controls/FormNotes.tsx';
import { formatDay } from '#web/ui/days.ts';
import { Badge } from '#web/ui/lists/Badge.tsx';
import { Duration } from '#web/ui/lists/Numbers.tsx';
import { useSendItems } from './archives.queries.ts';

const canBeSent = ({ status, problem }: ArchiveItem): boolean =>
  status === 'FAILED' || (status === 'FOUND' && problem === null);

/** An archive's videos, to be selected and sent into review. */
export function FoundItems({ archive }: { archive: Archive }) {
  const { categories } = useConfig();
  const sendable = archive.items.filter(canBeSent);
  const [left, setLeft] = useState<ReadonlySet<number>>(
    () =>
      new Set(
        archive.items
          .filter(({ duplicate, visibility }) => duplicate || visibility === 'PRIVATE')
          .map(({ id }) => id),
      ),
  );
  const [category, setCategory] = useState(categories[0] ?? '');
  const send = useSendItems(archive.id);
  const chosen = sendable.map(({ id }) => id).filter((id) => !left.has(id));
  const count = chosen.length;
  const toggle = (id: number): void => {
    const now = new Set(left);
    if (!now.delete(id)) now.add(id);
    setLeft(now);
  };
  return (
    <>
      <ul className="divide-y divide-line">
        {archive.items.map((item) => (
          <li key={item.id}>
            <Row
              item={item}
              checked={canBeSent(item) && !left.has(item.id)}
              onToggle={canBeSent(item) ? () => toggle(item.id) : null}
            />
          </li>
        ))}
      </ul>
      {sendable.length > 0 && (
        <div className="mt-4 flex flex-wrap items-end gap-3">
          <div className="min-w-44">
            <Select
              label={t`Category for these videos`}
              value={category}
              onChange={(event) => setCategory(event.target.value)}
            >
              <CategoryOptions names={categories} />
            </Select>
          </div>
          <Button
            variant="primary"
            disabled={count === 0}
            pending={send.isPending}
            onClick={() => send.mutate({ items: chosen, category })}
          >
            {plural(count, { one: 'Submit # video for review', other: 'Submit # videos for review' })}
          </Button>
        </div>
      )}
      <FormError>{send.error?.message}</FormError>
    </>
  );
}

function Row({
  item,
  checked,
  onToggle,
}: {
  item: ArchiveItem;
  checked: boolean;
  onToggle: (() => void) | null;
}) {
  const { title, date, durationSec, problem, duplicate, visibility, status } = item;
  return (
    <label className="flex min-h-12 items-center gap-3 py-2">
      <input
        type="checkbox"
        className="size-5 shrink-0 accent-accent"
        checked={checked}
        disabled={onToggle === null}
        onChange={() => onToggle?.()}
      />
      <span className="min-w-0 flex-1">
        <span dir="auto" className="line-clamp-2 break-words font-semibold">
          {title}
        </span>
        <span className="flex flex-wrap gap-x-3 text-sm text-ink-soft">
          {date && <span>{formatDay(date, 'UTC')}</span>}
          {durationSec !== null && <Duration seconds={durationSec} />}
          {problem && <span className="text-bad">{problem}</span>}
        </span>
      </span>
      {visibility !== 'PUBLIC' && <Badge tone="info">{visibilities()[visibility]}</Badge>}
      {duplicate && status === 'FOUND' && <Badge tone="warn">{t`Already uploaded`}</Badge>}
      {status === 'WAITING' && <Badge tone="info">{t`Waiting`}</Badge>}
      {status === 'SENT' && <Badge tone="ok">{t`Submitted`}</Badge>}
    </label>
  );
}
