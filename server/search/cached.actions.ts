import type { Endpoint } from '#contract/endpoint.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '#server/app/context.ts';
import type { Db } from '#server/app/database/database.ts';
import { sendCached } from '#server/app/http/handle.ts';
import type { Thing } from '#server/app/http/kept-things.ts';
import type { CacheTag } from '#server/app/http/response-cache.ts';

/** Whatever changes what is found or shown; likes and views may be some seconds old. */
const TAGS: CacheTag[] = ['search', 'videos', 'comments', 'community', 'creators', 'products'];

/** Of what was found, things that another search read a moment ago, unless something changed since; the others by `read`. */
export const readFound = <T extends Thing>(
  { cache, db }: Context,
  kind: string,
  ids: number[],
  read: (db: Db, ids: number[]) => Promise<T[]>,
): Promise<T[]> => cache.getThings(kind, TAGS, ids, (missing) => read(db, missing));

const texts = new WeakMap<object, string>();

/** A thing that is kept for some seconds is written once in that time. */
function textOf(thing: unknown): string {
  if (typeof thing !== 'object' || thing === null) return JSON.stringify(thing);
  const text = texts.get(thing) ?? JSON.stringify(thing);
  texts.set(thing, text);
  return text;
}

const listOf = (things: unknown[]): string => `[${things.map(textOf).join(',')}]`;

/** The same as JSON.stringify() of a list, or of an answer with lists, whose things nobody changes. */
function toJson(answer: object): string {
  if (Array.isArray(answer)) return listOf(answer);
  const parts = Object.entries(answer).flatMap(([name, value]: [string, unknown]) => {
    const text = Array.isArray(value) ? listOf(value) : JSON.stringify(value);
    return text === undefined ? [] : `${JSON.stringify(name)}:${text}`;
  });
  return `{${parts.join(',')}}`;
}

/** Answers a search with what was answered to the same a moment ago, unless something changed since. */
export async function answerSearch(
  endpoint: Endpoint,
  { ctx, request, reply }: { ctx: Context; request: FastifyRequest; reply: FastifyReply },
  make: (ctx: Context, header: (name: string, value: string) => void) => Promise<object>,
): Promise<never> {
  const answer = await ctx.cache.get(
    `search ${request.url}`,
    TAGS,
    async () => {
      const headers: Record<string, string> = { 'x-robots-tag': 'noindex' };
      const body = await make(ctx, (name, value) => (headers[name] = value));
      if (!ctx.settings.production) endpoint.response?.parse(body);
      return { body: toJson(body), headers };
    },
    'searches',
  );
  const sent: unknown = await sendCached(request, reply, answer, 'application/json; charset=utf-8');
  return sent as never;
}
