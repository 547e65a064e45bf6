import { t } from '@lingui/core/macro';
import type { AuditEntry } from '#contract/admin/admin.ts';
import { roleWords } from '#web/app/i18n/role-words.ts';
import { paths } from '#web/app/paths.ts';
import { visibilities } from '#web/app/forms/release.ts';
import { orderWords, reviewWords } from '#web/app/i18n/status-words.ts';

const kindWords = (): Record<string, string> => ({
  backup: t`Backup`,
  comment: t`Comment`,
  invitation: t`Invitation`,
  job: t`Job`,
  order: t`Order`,
  playlist: t`Playlist`,
  post: t`Post`,
  product: t`Product`,
  sample: t`Sample content`,
  series: t`Series`,
  settings: t`Settings`,
  'sign-up request': t`Request to join`,
  site: t`Site`,
  user: t`Person`,
  video: t`Video`,
  videos: t`Videos`,
  webhook: t`Webhook`,
  'webhook delivery': t`Delivery`,
  word: t`Watched word`,
});

/** `Bestellung 12` as the log calls it, `order 12`; what names no kind stays as it was typed. */
export function asLogged(typed: string): string {
  const [, word = '', id = ''] = /^(.+?)(?:[\s#]+([\w-]*\d[\w-]*))?$/.exec(typed.trim()) ?? [];
  const said = Object.entries(kindWords()).find(([, words]) => words.toLowerCase() === word.toLowerCase());
  return said ? `${said[0]} ${id}`.trim() : typed;
}

/** What it was done to, as people call it, and where that is found. */
export function thingInWords({ subjectType, subjectId, label }: AuditEntry): {
  text: string;
  to: string | null;
} {
  const kind = kindWords()[subjectType] ?? subjectType;
  const numbered = subjectId === null ? kind : `${kind} ${subjectId}`;
  const places: Record<string, (id: number) => string> = {
    video: (id) => paths.video(id),
    product: (id) => paths.product(id),
    user: () => paths.creator(label ?? ''),
    order: (id) => `${paths.adminOrders()}?q=${id}`,
  };
  const id = Number(subjectId);
  // what has no name any more is gone
  const isThere = label !== null || subjectType === 'order';
  const place = Number.isInteger(id) && id > 0 && isThere ? places[subjectType]?.(id) : undefined;
  return { text: label ?? numbered, to: place ?? null };
}

/** Names of what was changed; those of the settings stay as the log has them. */
const fieldWords = (): Record<string, string> => ({
  active: t`Active`,
  atSec: t`Moment`,
  author: t`Author`,
  bio: t`Bio`,
  category: t`Category`,
  comments: t`Comments`,
  cues: t`Lines`,
  days: t`Days`,
  description: t`Description`,
  events: t`Events`,
  excerpt: t`Excerpt`,
  failureReason: t`Reason`,
  kind: t`Kind`,
  language: t`Language`,
  name: t`Name`,
  note: t`Note`,
  price: t`Price`,
  processing: t`Encoding`,
  publishAt: t`Comes out`,
  queue: t`Job`,
  reason: t`Reason`,
  refunded: t`Refunded`,
  role: t`Role`,
  roles: t`Roles`,
  state: t`State`,
  status: t`State`,
  stock: t`Stock`,
  title: t`Title`,
  url: t`Address`,
  username: t`Username`,
  visibility: t`Visibility`,
  word: t`Word`,
});

/** States of the site's own. */
function valueInWords(field: string, value: string): string | null {
  const words: Record<string, string> =
    field === 'visibility'
      ? visibilities()
      : field === 'role'
        ? Object.fromEntries(Object.entries(roleWords()).map(([role, { name }]) => [role, name]))
        : field === 'status'
          ? { ...reviewWords(), ...orderWords() }
          : {};
  return words[value] ?? null;
}

/** A part of what was there before, or came after. */
export interface ChangePart {
  /** As the site says it, or null: `name` is the log's own. */
  label: string | null;
  name: string;
  /** As the site says it, or null: `value` is what somebody wrote, or the log's own. */
  words: string | null;
  value: string;
}

/** `{"reason":"Too long"}` as one part: Reason, Too long. */
export function partsOf(change: unknown): ChangePart[] {
  if (change === null || change === undefined) return [];
  if (typeof change !== 'object' || Array.isArray(change))
    return [{ label: null, name: '', words: null, value: plainOf(change) }];
  return Object.entries(change)
    .filter(([, value]) => value !== null)
    .map(([name, value]) => ({
      label: fieldWords()[name] ?? null,
      name,
      words: typeof value === 'boolean' ? yesOrNo(value) : valueInWords(name, String(value)),
      value: plainOf(value),
    }));
}

const yesOrNo = (value: boolean): string => (value ? t`Yes` : t`No`);

function plainOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value !== 'object') return String(value);
  if (Array.isArray(value)) return value.map(plainOf).join(', ');
  return Object.entries(value)
    .filter(([, part]) => part !== null)
    .map(([name, part]) => `${name}: ${plainOf(part)}`)
    .join(' · ');
}
