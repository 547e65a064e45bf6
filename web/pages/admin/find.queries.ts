import { t } from '@lingui/core/macro';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { orders } from '#contract/orders/orders.ts';
import { people } from '#contract/accounts/people.ts';
import { videos } from '#contract/videos/videos.ts';
import { call } from '#web/app/client/call.ts';
import { initialData } from '#web/app/client/initial-data.ts';
import { paths } from '#web/app/paths.ts';
import { formatMoney } from '#web/app/i18n/money.ts';
import { findSections } from './find-sections.ts';
import type { FindResult } from './find-sections.ts';

/** Of each kind. */
const SHOWN = 5;

const findPeople = async (q: string, signal: AbortSignal): Promise<FindResult[]> =>
  (await call(people.list, { query: { q }, signal }))
    .slice(0, SHOWN)
    .map(({ id, username, displayName }) => ({
      kind: t`People`,
      key: `person ${id}`,
      label: displayName ?? username,
      details: `@${username}`,
      to: `${paths.admin()}?tab=people&q=${encodeURIComponent(username)}`,
    }));

const findVideos = async (q: string, signal: AbortSignal): Promise<FindResult[]> =>
  (await call(videos.list, { query: { q, limit: String(SHOWN) }, signal })).map(({ id, title, creator }) => ({
    kind: t`Videos`,
    key: `video ${id}`,
    label: title,
    details: creator,
    to: paths.video(id),
  }));

const findOrders = async (q: string, signal: AbortSignal): Promise<FindResult[]> =>
  (await call(orders.adminAll, { query: { q: q.replace(/^#/, ''), limit: String(SHOWN) }, signal })).map(
    ({ id, shippingName, totalAmount, currency }) => ({
      kind: t`Orders`,
      key: `order ${id}`,
      label: t`Order #${id}`,
      details: `${shippingName}, ${formatMoney(totalAmount, currency)}`,
      to: `${paths.adminOrders()}?q=${id}`,
    }),
  );

/** What a query leads to: sections at once, people, videos and orders as the server knows them. */
export function useFind(q: string): { found: FindResult[]; isPending: boolean } {
  const { data, isFetching } = useQuery({
    queryKey: ['admin', 'find', q],
    enabled: q !== '',
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const answers = await Promise.allSettled(
        [findPeople, findVideos, findOrders].map((find) => find(q, signal)),
      );
      return answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
    },
  });
  return { found: [...findSections(q, initialData.config), ...((q && data) || [])], isPending: isFetching };
}
