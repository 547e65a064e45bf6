import type { Context } from '#server/app/context.ts';

export const newToken = (ctx: Pick<Context, 'random'>): string => ctx.random.bytes(32).toString('base64url');

/** The recipient of a mail, as its template needs it. */
export const addressee = ({ settings }: Pick<Context, 'settings'>, username: string) => ({
  site: settings.SITE_NAME,
  url: settings.PUBLIC_URL,
  username,
});
