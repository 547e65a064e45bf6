import { t } from '@lingui/core/macro';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { orders } from '#contract/orders/orders.ts';
import { people } from '#contract/accounts/people.ts';
import { videos } from '#contract/videos/videos.ts';
import { call } from '#web/app/client/call.ts';
import { initialData } from '#web/app/client/initial-data.ts';
import { paths } from '#web/app/paths.ts';
import { formatMoney } from '#web/app/i18n/money.ts';
import { offeredGroups, sectionPath } from './sections.ts';

export interface FoundThing {
  /** As it is called. */
  kind: string;
  key: string;
  label: string;
  note: string;
  to: string;
}

/** Of each kind. */
const SHOWN = 5;

const findSections = (): FoundThing[] =>
  offeredGroups(initialData.config).flatMap(({ label: group, sections }) =>
    sections.map((section) => ({
      kind: t`Sections`,
      key: section.id,
      label: section.label,
      note: group,
      to: sectionPath(section),
    })),
  );

const findPeople = async (q: string, signal: AbortSignal): Promise<FoundThing[]> =>
  (await call(people.list, { query: { q }, signal }))
    .slice(0, SHOWN)
    .map(({ id, username, displayName }) => ({
      kind: t`People`,
      key: `person ${id}`,
      label: displayName ?? username,
      note: `@${username}`,
      to: `${paths.admin()}?tab=people&q=${encodeURIComponent(username)}`,
    }));

const findClips = async (q: string, signal: AbortSignal): Promise<FoundThing[]> =>
  (await call(videos.list, { query: { q, limit: String(SHOWN) }, signal })).map(({ id, title, creator }) => ({
    kind: t`Clips`,
    key: `clip ${id}`,
    label: title,
    note: creator,
    to: paths.video(id),
  }));

const findOrders = async (q: string, signal: AbortSignal): Promise<FoundThing[]> =>
  (await call(orders.adminAll, { query: { q: q.replace(/^#/, ''), limit: String(SHOWN) }, signal })).map(
    ({ id, shippingName, totalAmount, currency }) => ({
      kind: t`Orders`,
      key: `order ${id}`,
      label: t`Order #${id}`,
      note: `${shippingName}, ${formatMoney(totalAmount, currency)}`,
      to: `${paths.adminOrders()}?q=${id}`,
    }),
  );

/** What the words lead to: sections at once, people, clips and orders as the server knows them. */
export function useFind(q: string): { found: FoundThing[]; isPending: boolean } {
  const { data, isFetching } = useQuery({
    queryKey: ['admin', 'find', q],
    enabled: q !== '',
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const answers = await Promise.allSettled(
        [findPeople, findClips, findOrders].map((find) => find(q, signal)),
      );
      return answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
    },
  });
  const words = q.toLowerCase();
  const sections = findSections().filter(({ label, note }) =>
    `${label} ${note}`.toLowerCase().includes(words),
  );
  return { found: q === '' ? findSections() : [...sections, ...(data ?? [])], isPending: isFetching };
}
