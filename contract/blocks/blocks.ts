import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { Timestamp, UsernameParams, line, searchTerm } from '../values.ts';

/** Of each at most so many. */
export const MAX_BLOCKS = 2000;
export const MAX_MUTED_TERMS = 100;
export const MAX_MUTED_WORD = 60;

/** A person whom the caller blocks or mutes. */
export const ListedPerson = z.object({
  username: z.string(),
  displayName: z.string().nullable(),
  profileImageUrl: z.string().nullable(),
  /** Since when. */
  createdAt: Timestamp,
});
export type ListedPerson = z.infer<typeof ListedPerson>;

export const MutedTerm = z.object({ word: z.string(), createdAt: Timestamp });
export type MutedTerm = z.infer<typeof MutedTerm>;

/** Requires a visible character: a word of invisible ones would match everywhere. */
const isVisible = (word: string): boolean => /[^\p{M}\p{C}\s]/u.test(word.normalize('NFKD'));
const Word = z.object({
  word: line(MAX_MUTED_WORD, { what: 'word' }).refine(isVisible, 'Please enter a word.'),
});
const NewWord = Word.extend({ word: searchTerm(MAX_MUTED_WORD).refine(isVisible, 'Please enter a word.') });

export const blocks = {
  listBlocks: endpoint({
    method: 'GET',
    path: '/api/me/blocks',
    access: 'user',
    response: z.array(ListedPerson),
    summary: 'People the caller blocks, latest first',
  }),
  block: endpoint({
    method: 'PUT',
    path: '/api/me/blocks/{username}',
    access: 'user',
    params: UsernameParams,
    errorStatuses: [409, 429],
    summary: "Block a person. Neither sees the other's content, replies, mentions or follows. Idempotent",
  }),
  unblock: endpoint({
    method: 'DELETE',
    path: '/api/me/blocks/{username}',
    access: 'user',
    params: UsernameParams,
    summary: 'Unblock a person',
  }),
  listMutes: endpoint({
    method: 'GET',
    path: '/api/me/mutes',
    access: 'user',
    response: z.array(ListedPerson),
    summary: 'People the caller mutes, latest first',
  }),
  mute: endpoint({
    method: 'PUT',
    path: '/api/me/mutes/{username}',
    access: 'user',
    params: UsernameParams,
    errorStatuses: [409, 429],
    summary: 'Mute a person. Only the caller stops seeing their content. Idempotent',
  }),
  unmute: endpoint({
    method: 'DELETE',
    path: '/api/me/mutes/{username}',
    access: 'user',
    params: UsernameParams,
    summary: 'Unmute a person',
  }),
  listWords: endpoint({
    method: 'GET',
    path: '/api/me/muted-words',
    access: 'user',
    response: z.array(MutedTerm),
    summary:
      "The caller's muted words, in alphabetical order. Comments and posts that contain one are hidden",
  }),
  addWord: endpoint({
    method: 'POST',
    path: '/api/me/muted-words',
    access: 'user',
    body: NewWord,
    response: MutedTerm,
    status: 201,
    errorStatuses: [409, 429],
    summary: 'Mute a word. Idempotent',
  }),
  removeWord: endpoint({
    method: 'DELETE',
    path: '/api/me/muted-words',
    access: 'user',
    query: Word.partial(),
    body: Word.optional(),
    summary: 'Unmute a word, given as `word` in the query or the body',
  }),
};
