import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { Cursor, IdParams, Timestamp, optionalLine } from './values.ts';

const MAX_NOTE = 100;
export const MAX_USES = 1000;
export const MAX_DAYS = 365;

export const Invitation = z.object({
  id: z.number().int(),
  note: z.string().nullable(),
  maxUses: z.number().int(),
  uses: z.number().int(),
  /** Usernames of who came by it, latest first, up to 20. */
  people: z.array(z.string()),
  createdBy: z.string().nullable(),
  expiresAt: Timestamp,
  revoked: z.boolean(),
  createdAt: Timestamp,
});
export type Invitation = z.infer<typeof Invitation>;

/** Who may sign up at all stands in the owner's settings (community.signUp). */
export const signUp = {
  invitations: endpoint({
    method: 'GET',
    path: '/api/admin/invitations',
    access: 'admin',
    query: z.object({ cursor: Cursor.optional() }),
    response: z.array(Invitation),
    summary: 'Invitations, newest first, 50 a page',
  }),
  invite: endpoint({
    method: 'POST',
    path: '/api/admin/invitations',
    access: 'admin',
    body: z.object({
      note: optionalLine(MAX_NOTE, { what: 'note' }),
      maxUses: z.number().int().min(1).max(MAX_USES).default(1),
      days: z.number().int().min(1).max(MAX_DAYS).default(14),
    }),
    status: 201,
    response: Invitation.extend({ url: z.string() }),
    summary: 'Make a link that lets people sign up; it is told once',
  }),
  revoke: endpoint({
    method: 'DELETE',
    path: '/api/admin/invitations/{id}',
    access: 'admin',
    params: IdParams,
    summary: 'Let a link serve no more',
  }),
};
