import { rule } from '#contract/text/message.ts';
import { z } from 'zod';
import { Email } from '../accounts/accounts.ts';
import { endpoint } from '../endpoint.ts';
import {
  Cursor,
  MAX_REASON,
  Id,
  IdParams,
  Limit,
  Timestamp,
  line,
  optionalText,
  searchTerm,
  text,
  Sentence,
} from '../values.ts';

export const SUBJECTS = ['VIDEO', 'COMMENT', 'POST'] as const;
export const SubjectType = z.enum(SUBJECTS, 'Unknown target type.');
export type SubjectType = z.infer<typeof SubjectType>;
export const ACTIONS = ['HIDE', 'DISMISS', 'SUSPEND'] as const;
export const ModerationAction = z.enum(ACTIONS, 'Unknown action.');
export type ModerationAction = z.infer<typeof ModerationAction>;
export const MAX_CONTACT_NAME = 100;
export const REPORT_CATEGORIES = ['OTHER', 'COPYRIGHT'] as const;
export const ReportCategory = z.enum(REPORT_CATEGORIES, 'Unknown category.');
export type ReportCategory = z.infer<typeof ReportCategory>;

/** Who claims the copyright; for admins only. */
export const CopyrightContact = z.object({
  name: line(MAX_CONTACT_NAME, { what: 'name' }),
  email: Email,
});
export type CopyrightContact = z.infer<typeof CopyrightContact>;

/** Days in which what a moderator did can be undone. */
export const UNDO_DAYS = 30;
export const MAX_WATCHED_WORD = 100;
export const MAX_BULK = 100;

const Subject = z.object({ subjectType: SubjectType, subjectId: z.number().int().positive() });

export const ReportedThing = Subject.extend({
  /** The text, or a video's title. */
  excerpt: z.string(),
  /** The poster of the video itself or of the commented one, or the post's first picture. */
  picture: z.string().nullable(),
  /** The video itself, or the one it belongs to. */
  videoId: z.number().int().nullable(),
  authorUsername: z.string().nullable(),
  isGuest: z.boolean(),
  /** Pending review and hidden until then; false: public in the meantime. */
  held: z.boolean(),
  /** The reporters' reasons, or why the site holds it for review. */
  reasons: z.array(Sentence),
  /** COPYRIGHT: at least one of the reports is. */
  category: ReportCategory,
  /** Of those who claim a copyright. */
  contacts: z.array(CopyrightContact),
  count: z.number().int(),
  firstReportedAt: Timestamp,
});
export type ReportedThing = z.infer<typeof ReportedThing>;
export type ReportedThingAnswer = z.input<typeof ReportedThing>;

export const ModerationAct = Subject.extend({
  id: z.number().int(),
  action: ModerationAction,
  actor: z.string().nullable(),
  excerpt: z.string().nullable(),
  /** The video itself, or the one it belongs to. */
  videoId: z.number().int().nullable(),
  authorUsername: z.string().nullable(),
  createdAt: Timestamp,
  undoneAt: Timestamp.nullable(),
  undoable: z.boolean(),
});
export type ModerationAct = z.infer<typeof ModerationAct>;

export const WatchedWord = z.object({ id: z.number().int(), word: z.string() });
export type WatchedWord = z.infer<typeof WatchedWord>;

export const moderation = {
  report: endpoint({
    method: 'POST',
    path: '/api/reports',
    access: 'public',
    status: 201,
    body: z
      .object({
        subjectType: SubjectType,
        subjectId: Id,
        reason: text(MAX_REASON, { what: 'reason' }),
        category: ReportCategory.default('OTHER'),
        /** Required for COPYRIGHT. */
        contact: CopyrightContact.nullish(),
      })
      .refine(({ category, contact }) => category !== 'COPYRIGHT' || contact, {
        path: ['contact', 'email'],
        message: 'Please enter your email address.',
      }),
    response: z.object({ message: Sentence }),
    summary: 'Report a video, comment or post',
  }),
  list: endpoint({
    method: 'GET',
    path: '/api/admin/reports',
    access: 'admin',
    query: z.object({
      category: ReportCategory.optional(),
      cursor: Cursor.optional(),
      limit: Limit.optional(),
    }),
    response: z.array(ReportedThing),
    summary:
      "Reported or held content pending review, oldest first, 200 per page. X-Next-Cursor is the next page's cursor",
  }),
  act: endpoint({
    method: 'POST',
    path: '/api/admin/reports/act',
    access: 'admin',
    body: z.object({
      action: ModerationAction,
      /** Shown to the suspended user, and to the uploader of a video that is taken down for copyright. */
      reason: optionalText(MAX_REASON, { what: 'reason' }),
      subjects: z
        .array(Subject)
        .min(1, 'Please choose at least one.')
        .max(MAX_BULK, rule`Please choose at most ${MAX_BULK}.`),
    }),
    response: z.object({
      done: z.number().int(),
      /** What can be undone, in the order of the subjects. */
      acts: z.array(z.number().int()),
      skipped: z.array(Subject.extend({ why: Sentence })),
    }),
    summary: 'Hide, dismiss, or hide and suspend the author, in bulk',
  }),
  acts: endpoint({
    method: 'GET',
    path: '/api/admin/moderation-acts',
    access: 'admin',
    response: z.array(ModerationAct),
    summary: 'Moderation actions of the last 30 days, newest first',
  }),
  undo: endpoint({
    method: 'POST',
    path: '/api/admin/moderation-acts/{id}/undo',
    access: 'admin',
    params: IdParams,
    response: z.object({ undone: z.literal(true) }),
    summary: 'Revert a moderation action',
  }),
  words: endpoint({
    method: 'GET',
    path: '/api/admin/watched-words',
    access: 'admin',
    response: z.array(WatchedWord),
    summary: 'Words that hold a comment or post for review',
  }),
  addWord: endpoint({
    method: 'POST',
    path: '/api/admin/watched-words',
    access: 'admin',
    status: 201,
    body: z.object({ word: searchTerm(MAX_WATCHED_WORD) }),
    response: WatchedWord,
    summary: 'Add a watched word',
  }),
  removeWord: endpoint({
    method: 'DELETE',
    path: '/api/admin/watched-words/{id}',
    access: 'admin',
    params: IdParams,
    summary: 'Remove a watched word',
  }),
};
