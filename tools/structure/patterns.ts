import type { Violation } from './sources.ts';

/** Lines that no file of a path may hold. */
const PATTERNS: { rule: string; in: RegExp; pattern: RegExp; instead: string }[] = [
  {
    // it must not pass who has yet to set up the two-factor authentication that the role requires
    rule: 'roles-by-their-functions',
    in: /^server\/(?!.*\/roles\.ts$)/,
    pattern: /([!=]==? |case |\[)'(LOGIN_USER|CONTENT_CREATOR|GLOBAL_ADMIN)'/,
    instead: 'isAdmin or isCreator of app/http/roles.ts',
  },
  {
    // maps, charts, players and the game have the same sides in every language
    rule: 'logical-sides',
    in: /^web\/(?!embed\/|nearby\/|puzzle\/|startup\/|ui\/(charts|player)\/|pages\/design).*\.tsx$/,
    pattern:
      /(?<=["'`\s:!-])((scroll-)?[mp][lr]-(\d|auto|px)|(left|right)-(?!1\/2)\d|(text|float|clear)-(left|right)(?=["'`\s])|rounded-([lr]|[tb][lr])(?=["'`\s-])|border-[lr](?=["'`\s-]))/,
    instead: 'ms-, pe-, start-, text-end, rounded-s',
  },
];

export const findPatterns = (path: string, text: string): Violation[] =>
  PATTERNS.filter((each) => each.in.test(path)).flatMap(({ rule, pattern, instead }) =>
    text.split('\n').flatMap((line, at) => {
      const match = pattern.exec(line)?.[0];
      return match ? [{ rule, location: `${path}:${at + 1}`, what: `${match}: ${instead}` }] : [];
    }),
  );
