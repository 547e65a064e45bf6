import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { Id, comparable } from '../values.ts';

/** People that are offered while a name is typed. */
export const MAX_SUGGESTED_PEOPLE = 8;

/** A person who can be mentioned. */
export const Mentionable = z.object({
  username: z.string(),
  displayName: z.string().nullable(),
  profileImageUrl: z.string().nullable(),
});
export type Mentionable = z.infer<typeof Mentionable>;

export const mentions = {
  suggest: endpoint({
    method: 'GET',
    path: '/api/mentions',
    access: 'public',
    query: z.object({
      /** Prefix of the name; absent: people of this thread and those the caller follows. */
      q: comparable(z.string().max(30)).optional(),
      /** What is commented on, or the post that is answered. */
      video: Id.optional(),
      post: Id.optional(),
    }),
    response: z.array(Mentionable),
    summary:
      'People whose names start with the query, to mention: participants of this thread first, then people the caller follows. At most 8',
  }),
};
