import { t } from '@lingui/core/macro';
import type { AuditEntry } from '#contract/admin/admin.ts';
import { roleLabels } from '#web/app/i18n/role-labels.ts';
import { paths } from '#web/app/paths.ts';
import { visibilities } from '#web/app/forms/release.ts';
import { orderStatusLabels, reviewStatusLabels } from '#web/app/i18n/status-labels.ts';

const kindLabels = (): Record<string, string> => ({
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
  tag: t`Tag`,
  user: t`Person`,
  video: t`Video`,
  videos: t`Videos`,
  webhook: t`Webhook`,
  'webhook delivery': t`Delivery`,
  word: t`Watched word`,
});

/** `Bestellung 12` as the log calls it, `order 12`; what names no kind stays as it was typed. */
export function asLogged(typed: string): string {
  const [, kind = '', id = ''] = /^(.+?)(?:[\s#]+([\w-]*\d[\w-]*))?$/.exec(typed.trim()) ?? [];
  const match = Object.entries(kindLabels()).find(
    ([, labels]) => labels.toLowerCase() === kind.toLowerCase(),
  );
  return match ? `${match[0]} ${id}`.trim() : typed;
}

/** The subject's label, and a link to it. */
export function describeSubject({ subjectType, subjectId, label }: AuditEntry): {
  text: string;
  to: string | null;
} {
  const kind = kindLabels()[subjectType] ?? subjectType;
  const numbered = subjectId === null ? kind : `${kind} ${subjectId}`;
  const pathsBySubject: Record<string, (id: number) => string> = {
    video: (id) => paths.video(id),
    product: (id) => paths.product(id),
    user: () => paths.creator(label ?? ''),
    order: (id) => `${paths.adminOrders()}?q=${id}`,
  };
  const id = Number(subjectId);
  // a subject without a label was deleted
  const isThere = label !== null || subjectType === 'order';
  const path = Number.isInteger(id) && id > 0 && isThere ? pathsBySubject[subjectType]?.(id) : undefined;
  return { text: label ?? numbered, to: path ?? null };
}

/** Labels of changed fields; those of settings are shown as in the log. */
const fieldLabels = (): Record<string, string> => ({
  active: t`Active`,
  atSec: t`Moment`,
  author: t`Author`,
  bio: t`Bio`,
  blocked: t`Blocked`,
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
  mergeInto: t`Merged into`,
  name: t`Name`,
  note: t`Note`,
  price: t`Price`,
  processing: t`Encoding`,
  publishAt: t`Goes live`,
  queue: t`Job`,
  reason: t`Reason`,
  refunded: t`Refunded`,
  renameTo: t`Renamed to`,
  role: t`Role`,
  roles: t`Roles`,
  state: t`State`,
  status: t`State`,
  stock: t`Stock`,
  tag: t`Tag`,
  tags: t`Tags`,
  title: t`Title`,
  url: t`Address`,
  username: t`Username`,
  visibility: t`Visibility`,
  word: t`Word`,
});

/** States of the site's own. */
function describeValue(field: string, value: string): string | null {
  const labels: Record<string, string> =
    field === 'visibility'
      ? visibilities()
      : field === 'role'
        ? Object.fromEntries(Object.entries(roleLabels()).map(([role, { name }]) => [role, name]))
        : field === 'status'
          ? { ...reviewStatusLabels(), ...orderStatusLabels() }
          : {};
  return labels[value] ?? null;
}

/** One value of a change, before or after. */
export interface ChangePart {
  /** The label, or null: `name` is shown as in the log. */
  label: string | null;
  name: string;
  /** The label, or null: `value` is user input, or shown as in the log. */
  text: string | null;
  value: string;
}

/** `{"reason":"Too long"}` as one part: Reason, Too long. */
export function partsOf(change: unknown): ChangePart[] {
  if (change === null || change === undefined) return [];
  if (typeof change !== 'object' || Array.isArray(change))
    return [{ label: null, name: '', text: null, value: plainOf(change) }];
  return Object.entries(change)
    .filter(([, value]) => value !== null)
    .map(([name, value]) => ({
      label: fieldLabels()[name] ?? null,
      name,
      text: typeof value === 'boolean' ? yesOrNo(value) : describeValue(name, String(value)),
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
