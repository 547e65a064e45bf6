import type { ProductTag, TagsInput } from '#contract/product-tags/product-tags.ts';
import { toOriginal } from '#contract/submissions/edit-times.rules.ts';
import { msg } from '#contract/text/message.ts';
import type { Context } from '#server/app/context.ts';
import { audit } from '#server/app/database/audit.ts';
import { transact, type Trx } from '#server/app/database/database.ts';
import type { User } from '#server/app/http/callers/sessions.ts';
import { fail, notFound } from '#server/app/http/errors.ts';
import { listStoredTags, listTags, listVariants, lockVideo, replaceTags } from './product-tags.store.ts';

type Timed = TagsInput[number];

/** The wire has a video's length in tenths of a second. */
const ROUNDED_MS = 50;

const UNKNOWN = msg('This product isn’t on sale.');
const TOO_LATE = msg("It's past the end of the video.");

/** Replaces the tags of a video. Throws 422 for what isn't on sale or is past its end. */
export async function saveTags(
  ctx: Context,
  user: User,
  videoId: number,
  tags: TagsInput,
): Promise<ProductTag[]> {
  return await transact(ctx.db, async (trx) => {
    const video = await lockVideo(trx, videoId);
    if (!video) throw notFound('This submission');
    const fields = await findProblems(trx, tags, {
      isOffered: ctx.settings.owner.shop.offered,
      lastMs: video.durationMs ? video.durationMs + ROUNDED_MS : Infinity,
    });
    const [first] = Object.values(fields);
    if (first) throw fail(422, 'INVALID_INPUT', first, { fields });
    const before = await listTags(trx, videoId);
    const isSame = (one: Timed, other: Timed) =>
      one.productId === other.productId && (one.variantId ?? null) === (other.variantId ?? null);
    const stored = video.cut ? await listStoredTags(trx, videoId) : [];
    await replaceTags(trx, videoId, toOriginal<Timed>(tags, stored, video.cut, isSame));
    await ctx.cache.dropIn(trx, 'products');
    if (video.uploaderId !== user.id)
      await audit(trx, user, {
        action: 'video.products',
        subjectType: 'video',
        subjectId: videoId,
        before: before.map(({ productId, variantId, start, end }) => ({ productId, variantId, start, end })),
        after: tags,
      });
    return await listTags(trx, videoId);
  });
}

async function findProblems(
  trx: Trx,
  tags: TagsInput,
  { isOffered, lastMs }: { isOffered: boolean; lastMs: number },
): Promise<Record<string, string>> {
  const variants = isOffered
    ? await listVariants(
        trx,
        tags.map(({ productId }) => productId),
      )
    : [];
  return Object.fromEntries(
    tags.flatMap(({ productId, variantId, end }, at): [name: string, problem: string][] => {
      const own = variants.filter((each) => each.productId === productId);
      if (own.length === 0) return [[`${at}.productId`, UNKNOWN]];
      if (variantId && !own.some((each) => each.variantId === variantId))
        return [[`${at}.variantId`, UNKNOWN]];
      return end * 1000 > lastMs ? [[`${at}.end`, TOO_LATE]] : [];
    }),
  );
}
