import type { z } from 'zod';
import type { Categories, categories, CategoryMove } from '#contract/settings/categories.ts';
import type { SavedSection } from '#contract/settings/settings.ts';
import { type Message, msg } from '#contract/text/message.ts';
import type { Context } from '#server/app/context.ts';
import { fail } from '#server/app/http/errors.ts';
import { changeFollowedCategories } from '#server/creators/followed-categories.actions.ts';
import { changeProductCategories } from '#server/shop/categories.actions.ts';
import { changeVideoCategories } from '#server/submissions/categories.actions.ts';
import { changeSection, type Author } from './settings.actions.ts';

export type CategoriesChange = z.output<typeof categories.change.body>;

/**
 * Changes the categories; the content of a removed one moves in the same transaction. Throws as
 * `changeSection`, and 422 for a move from a category that stays or to one that doesn't exist, and where
 * content would be left without one.
 */
export async function changeCategories(
  ctx: Context,
  author: Author,
  { moves, ...change }: CategoriesChange,
): Promise<Record<string, unknown> & SavedSection> {
  const changed = await changeSection(ctx, author, 'categories', change, async (trx, after) => {
    const { videos, products } = after as Categories;
    const videoMoves = movesOf('videos', videos, moves);
    await changeFollowedCategories(trx, videoMoves);
    const left = {
      videos: await changeVideoCategories(trx, videos, videoMoves),
      products: await changeProductCategories(trx, products, movesOf('products', products, moves)),
    };
    if (left.videos[0] !== undefined) throw homeless('videos', left.videos[0]);
    if (left.products[0] !== undefined) throw homeless('products', left.products[0]);
    await ctx.cache.dropIn(trx, 'videos', 'products');
  });
  return changed;
}

function movesOf(of: CategoryMove['of'], names: string[], moves: CategoryMove[]): Map<string, string> {
  const own = moves.filter((move) => move.of === of);
  for (const { from, to } of own) {
    if (names.includes(from))
      throw wrong(of, msg`${from} is still in the list, so nothing can move out of it.`);
    if (!names.includes(to)) throw wrong(of, msg`${to} isn't in the list, so nothing can move there.`);
  }
  return new Map(own.map(({ from, to }) => [from, to]));
}

const homeless = (of: CategoryMove['of'], name: string) =>
  wrong(
    of,
    of === 'videos'
      ? msg`${name} still has videos. Choose a category to move them to.`
      : msg`${name} still has products. Choose a category to move them to.`,
  );

const wrong = (of: CategoryMove['of'], message: Message) =>
  fail(422, 'WRONG_SETTING', message, { fields: { [of]: message } });
