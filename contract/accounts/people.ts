import { z } from 'zod';
import { Role } from './accounts.ts';
import { endpoint } from '../endpoint.ts';
import {
  MAX_REASON,
  MAX_SEARCH,
  Cursor,
  Id,
  IdParams,
  Sentence,
  Timestamp,
  optionalText,
  text,
} from '../values.ts';

export const Person = z.object({
  id: z.number().int(),
  username: z.string(),
  email: z.string().nullable(),
  emailVerified: z.boolean(),
  displayName: z.string().nullable(),
  profileImageUrl: z.string().nullable(),
  role: Role,
  suspendedAt: Timestamp.nullable(),
  suspendReason: Sentence.nullable(),
  /** Whose invitation they came by. */
  invitedBy: z.string().nullable(),
  createdAt: Timestamp,
  lastSeenAt: Timestamp.nullable(),
});
export type Person = z.infer<typeof Person>;
export type PersonAnswer = z.input<typeof Person>;

export const UpgradeRequest = z.object({
  id: z.number().int(),
  message: z.string().nullable(),
  requestedAt: Timestamp,
  person: Person,
});
export type UpgradeRequest = z.infer<typeof UpgradeRequest>;
export type UpgradeRequestAnswer = z.input<typeof UpgradeRequest>;

export const people = {
  list: endpoint({
    method: 'GET',
    path: '/api/admin/people',
    access: 'admin',
    query: z.object({
      q: optionalText(MAX_SEARCH, { what: 'search' }),
      role: Role.optional(),
      cursor: Cursor.optional(),
    }),
    response: z.array(Person),
    summary: 'People, newest first, 50 per page',
  }),
  setRole: endpoint({
    method: 'PUT',
    path: '/api/admin/people/{id}/role',
    access: 'admin',
    fresh: true,
    params: IdParams,
    body: z.object({ role: Role }),
    response: Person,
    summary: "Change a person's role. The last admin can't be demoted",
  }),
  suspend: endpoint({
    method: 'POST',
    path: '/api/admin/people/{id}/suspend',
    access: 'admin',
    params: IdParams,
    body: z.object({ reason: text(MAX_REASON, { what: 'reason' }) }),
    response: Person,
    summary: 'Suspend a person and end their sessions',
  }),
  unsuspend: endpoint({
    method: 'POST',
    path: '/api/admin/people/{id}/unsuspend',
    access: 'admin',
    params: IdParams,
    response: Person,
    summary: 'Lift a suspension',
  }),
  upgradeRequests: endpoint({
    method: 'GET',
    path: '/api/admin/upgrade-requests',
    access: 'admin',
    response: z.array(UpgradeRequest),
    summary: 'Pending requests to become a creator, oldest first',
  }),
  grant: endpoint({
    method: 'POST',
    path: '/api/admin/upgrade-requests/{id}/grant',
    access: 'admin',
    fresh: true,
    params: z.object({ id: Id }),
    response: Person,
    summary: 'Grant a request',
  }),
  reject: endpoint({
    method: 'POST',
    path: '/api/admin/upgrade-requests/{id}/reject',
    access: 'admin',
    params: z.object({ id: Id }),
    body: z.object({ reason: text(MAX_REASON, { what: 'reason' }) }),
    response: Person,
    summary: 'Reject a request, with a reason',
  }),
};
