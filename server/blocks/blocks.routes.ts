import { blocks } from '#contract/blocks/blocks.ts';
import type { Context } from '#server/app/context.ts';
import { fail } from '#server/app/http/errors.ts';
import type { Routes } from '#server/app/http/handle.ts';
import type { User } from '#server/app/http/callers/sessions.ts';
import { block, mute, muteWord, unblock, unmute } from './blocks.actions.ts';
import { listBlocks, listMutes, listMutedTerms, removeMutedTerm } from './blocks.store.ts';

const limit = (ctx: Context, user: User) => ctx.rateLimits.require('people', String(user.id));

export const peopleRoutes: Routes = (route) => {
  route(blocks.listBlocks, async ({ ctx, user }) => listBlocks(ctx.db, user.id));
  route(blocks.block, async ({ ctx, params, user }) => {
    limit(ctx, user);
    await block(ctx, user, params.username);
  });
  route(blocks.unblock, async ({ ctx, params, user }) => {
    limit(ctx, user);
    await unblock(ctx, user, params.username);
  });

  route(blocks.listMutes, async ({ ctx, user }) => listMutes(ctx.db, user.id));
  route(blocks.mute, async ({ ctx, params, user }) => {
    limit(ctx, user);
    await mute(ctx, user, params.username);
  });
  route(blocks.unmute, async ({ ctx, params, user }) => {
    limit(ctx, user);
    await unmute(ctx, user, params.username);
  });

  route(blocks.listWords, async ({ ctx, user }) => listMutedTerms(ctx.db, user.id));
  route(blocks.addWord, async ({ ctx, body, user }) => {
    limit(ctx, user);
    return muteWord(ctx, user, body.word);
  });
  route(blocks.removeWord, async ({ ctx, query, body, user }) => {
    const word = query.word ?? body?.word;
    if (word === undefined)
      throw fail(400, 'INVALID_INPUT', 'Please enter a word.', {
        fields: { word: 'Please enter a word.' },
      });
    limit(ctx, user);
    if (!(await removeMutedTerm(ctx.db, user.id, word)))
      throw fail(404, 'NOT_FOUND', "You haven't muted this word.");
    ctx.sessions.forget(user.id);
  });
};
