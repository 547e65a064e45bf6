import type { FastifyReply } from 'fastify';
import type { Language } from '#contract/text/languages.ts';

/** Whether the client takes brotli: named, and not with q=0 (RFC 9110 §12.5.3). */
export function acceptsBrotli(acceptEncoding: string | string[] | undefined): boolean {
  const found = /(?:^|,)\s*br\s*(?:;\s*q=([\d.]+)\s*)?(?:,|$)/i.exec(String(acceptEncoding ?? ''));
  return found !== null && Number(found[1] ?? 1) > 0;
}

/** Whether If-None-Match matches the current ETag: weak comparison, or `*` (RFC 9110 §13.1.2). */
export function isKnown(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  const strong = (tag: string) => tag.trim().replace(/^W\//, '');
  return ifNoneMatch.trim() === '*' || ifNoneMatch.split(',').some((one) => strong(one) === strong(etag));
}

/** For a response in the caller's language: sets Content-Language and Vary (RFC 9110 §8.5, §12.5.5). */
export function nameLanguage(reply: FastifyReply, language: Language): FastifyReply {
  const vary = reply.getHeader('vary');
  return reply.headers({
    'content-language': language,
    vary: `${typeof vary === 'string' ? `${vary}, ` : ''}Accept-Language, Cookie`,
  });
}
