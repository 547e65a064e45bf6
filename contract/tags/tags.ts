import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { jsonSchemaFacts } from '../openapi/json-schema.ts';
import { Cursor, Limit, comparable, optionalSearchText } from '../values.ts';
import { MAX_TAG, readTag } from './tag.ts';
import { NO_TAG } from './tags.rules.ts';

/** Of the list, by use. */
export const TAGS_SHOWN = 20;
/** Default and maximum page size of the admins' list. */
export const ADMIN_TAGS_PAGE = 100;
export const MAX_ADMIN_TAGS_PAGE = 500;
/** Tags that one person follows at most. */
export const MAX_FOLLOWED_TAGS = 1000;

/** A tag as it is typed; read as it is stored: folded, without #. */
export const Tag = z
  .string(NO_TAG)
  .transform((typed, context) => {
    const tag = readTag(typed);
    if (tag === null) context.addIssue({ code: 'custom', message: NO_TAG });
    return tag ?? z.NEVER;
  })
  .register(jsonSchemaFacts, { type: 'string', minLength: 1, maxLength: MAX_TAG });

/** The tags of a field as they are typed; what is wrong with them is 422, by `readTags`. */
export const TypedTags = z.array(z.string(NO_TAG)).max(100);

/** What the caller may see of a tag: public videos, and posts with their replies. */
export const TagCount = z.object({ tag: z.string(), videos: z.number().int(), posts: z.number().int() });
export type TagCount = z.infer<typeof TagCount>;

export const TagPage = TagCount.extend({ following: z.boolean() });
export type TagPage = z.infer<typeof TagPage>;

/** Counts everything that has it. */
export const AdminTag = TagCount.extend({
  followers: z.number().int(),
  blocked: z.boolean(),
  /** Its name since it was renamed, or the tag it was merged into. */
  movedTo: z.string().nullable(),
});
export type AdminTag = z.infer<typeof AdminTag>;

const TagChange = z
  .object({ renameTo: Tag, mergeInto: Tag, blocked: z.boolean() })
  .partial()
  .refine(
    (change) => Object.values(change).filter((value) => value !== undefined).length === 1,
    'Please send one of renameTo, mergeInto and blocked.',
  );
export type TagChange = z.output<typeof TagChange>;

const TagParams = z.object({ tag: comparable(z.string().min(1).max(400)) });

export const tags = {
  list: endpoint({
    method: 'GET',
    path: '/api/tags',
    access: 'public',
    query: z.object({
      /** How it begins. */
      q: optionalSearchText(),
    }),
    response: z.array(TagCount),
    errorStatuses: [429],
    summary: 'The 20 most used tags of what the caller may see',
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/tags/{tag}',
    access: 'public',
    params: TagParams,
    response: TagPage,
    summary:
      'One tag. 404 if the caller may see nothing with it; 301 if it was renamed or merged, or is spelled otherwise',
  }),
  follow: endpoint({
    method: 'PUT',
    path: '/api/tags/{tag}/follow',
    access: 'user',
    params: TagParams,
    errorStatuses: [409],
    summary: 'Follow a tag. Idempotent',
  }),
  unfollow: endpoint({
    method: 'DELETE',
    path: '/api/tags/{tag}/follow',
    access: 'user',
    params: TagParams,
    summary: 'Unfollow a tag',
  }),
  adminList: endpoint({
    method: 'GET',
    path: '/api/admin/tags',
    access: 'admin',
    query: z.object({
      /** How it begins. */
      q: optionalSearchText(),
      cursor: Cursor.optional(),
      limit: Limit.optional(),
    }),
    response: z.array(AdminTag),
    summary:
      "All tags, most used first, including blocked and former ones. X-Next-Cursor is the next page's cursor",
  }),
  change: endpoint({
    method: 'PATCH',
    path: '/api/admin/tags/{tag}',
    access: 'admin',
    params: TagParams,
    body: TagChange,
    errorStatuses: [409, 422],
    response: AdminTag,
    summary: 'Rename a tag, merge it into another, or block or unblock it',
  }),
};
