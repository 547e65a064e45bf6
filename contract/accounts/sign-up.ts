import { z } from 'zod';
import { newPerson } from './accounts.ts';
import { endpoint } from '../endpoint.ts';
import { Community } from '../settings/community.ts';
import { change, SavedSection } from '../settings/settings.ts';
import { Cursor, IdParams, Timestamp, optionalLine, optionalText, text, Sentence } from '../values.ts';

const MAX_NOTE = 100;
export const MAX_USES = 1000;
export const MAX_DAYS = 365;
/** Of what members may give. */
export const MEMBERS = { uses: 5, days: 30 };
/** Of an answer to the owner's question. */
export const MAX_ANSWER = 1000;
const MAX_DECLINE = 500;

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

/** A sign-up pending approval; there is no account yet. */
export const SignUpRequest = z.object({
  id: z.number().int(),
  username: z.string(),
  email: z.string(),
  displayName: z.string().nullable(),
  bio: z.string().nullable(),
  answer: z.string(),
  createdAt: Timestamp,
});
export type SignUpRequest = z.infer<typeof SignUpRequest>;

/** Who may make an account: those fields of the community's settings. */
const SignUpPolicy = Community.pick({ signUp: true, signUpQuestion: true, membersInvite: true });
export const SignUpPolicyState = SignUpPolicy.extend(SavedSection.shape);
export type SignUpPolicyState = z.infer<typeof SignUpPolicyState>;

const newInvitation = (most: { uses: number; days: number }) =>
  z.object({
    note: optionalLine(MAX_NOTE, { what: 'note' }),
    maxUses: z.number().int().min(1).max(most.uses).default(1),
    days: z.number().int().min(1).max(most.days).default(14),
  });
const NewInvitation = Invitation.extend({ url: z.string() });

export const signUp = {
  policy: endpoint({
    method: 'GET',
    path: '/api/admin/sign-up',
    access: 'admin',
    response: SignUpPolicyState,
    summary: 'Who may sign up',
  }),
  changePolicy: endpoint({
    method: 'PUT',
    path: '/api/admin/sign-up',
    access: 'admin',
    body: change(SignUpPolicy),
    response: SignUpPolicyState,
    errorStatuses: [409],
    summary: 'Change who may sign up. `version` is that of the community settings',
  }),
  ask: endpoint({
    method: 'POST',
    path: '/api/auth/ask-to-join',
    access: 'public',
    anonymous: true,
    proof: true,
    status: 202,
    body: z.object({
      ...newPerson,
      answer: text(MAX_ANSWER, { what: 'answer' }),
    }),
    response: z.object({ message: Sentence }),
    errorStatuses: [409, 422],
    summary: 'Request an account where sign-ups are reviewed. The decision is emailed',
  }),
  requests: endpoint({
    method: 'GET',
    path: '/api/admin/sign-up/requests',
    access: 'admin',
    query: z.object({ cursor: Cursor.optional() }),
    response: z.array(SignUpRequest),
    summary: 'Pending sign-up requests, oldest first, 50 per page',
  }),
  approve: endpoint({
    method: 'POST',
    path: '/api/admin/sign-up/requests/{id}/approve',
    access: 'admin',
    params: IdParams,
    errorStatuses: [409],
    summary: 'Create the account. 409 if the username or email has been taken since',
  }),
  decline: endpoint({
    method: 'POST',
    path: '/api/admin/sign-up/requests/{id}/decline',
    access: 'admin',
    params: IdParams,
    body: z.object({ reason: optionalText(MAX_DECLINE, { what: 'reason' }) }),
    summary: 'Decline a sign-up request. The person is notified by email and their data is deleted',
  }),
  invitations: endpoint({
    method: 'GET',
    path: '/api/admin/invitations',
    access: 'admin',
    query: z.object({ cursor: Cursor.optional() }),
    response: z.array(Invitation),
    summary: 'Invitations, newest first, 50 per page',
  }),
  invite: endpoint({
    method: 'POST',
    path: '/api/admin/invitations',
    access: 'admin',
    body: newInvitation({ uses: MAX_USES, days: MAX_DAYS }),
    status: 201,
    response: NewInvitation,
    summary: 'Create an invitation link. It is returned once',
  }),
  revoke: endpoint({
    method: 'DELETE',
    path: '/api/admin/invitations/{id}',
    access: 'admin',
    params: IdParams,
    summary: 'Revoke an invitation link',
  }),
  myInvitations: endpoint({
    method: 'GET',
    path: '/api/me/invitations',
    access: 'user',
    query: z.object({ cursor: Cursor.optional() }),
    response: z.array(Invitation),
    summary: "The caller's invitations, newest first, 50 per page",
  }),
  inviteAsMember: endpoint({
    method: 'POST',
    path: '/api/me/invitations',
    access: 'user',
    body: newInvitation(MEMBERS),
    status: 201,
    response: NewInvitation,
    errorStatuses: [409],
    summary: 'Create an invitation link as a member, where the owner allows it. At most 5 uses and 30 days',
  }),
  revokeMine: endpoint({
    method: 'DELETE',
    path: '/api/me/invitations/{id}',
    access: 'user',
    params: IdParams,
    summary: "Revoke one of the caller's invitation links",
  }),
};
