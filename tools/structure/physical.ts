import ts from 'typescript';
import { line, parse, type Violation } from './rules.ts';

/** What has the same sides in every language: maps, charts, the course of time in a player, the game, and the list of parts. */
export const TWO_SIDED =
  /^web\/(?!embed\/|nearby\/|puzzle\/|startup\/|ui\/(?:charts|player)\/|pages\/design)/;

/** `md:-ml-2`, `right-0`, `text-left`, `rounded-tl-card`; not `left-1/2`, which with `-translate-x-1/2` is the middle. */
const PHYSICAL =
  /^(?:[^\s:]+:)*!?-?(?:(?:scroll-)?[mp][lr]-|(?:left|right)-(?!1\/2$)|(?:text|float|clear)-(?:left|right)$|rounded-(?:[lr]|[tb][lr])(?:-|$)|border-[lr](?:-|$))/;

/** Classes that name left or right: where one reads from right to left they would stand on the wrong side. */
export function findPhysical(path: string, text: string): Violation[] {
  const source = parse(path, text);
  const found: Violation[] = [];
  const walk = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) || ts.isTaggedTemplateExpression(node)) return;
    if (ts.isStringLiteralLike(node) || ts.isTemplateLiteralToken(node))
      for (const name of node.text.split(/\s+/).filter((each) => PHYSICAL.test(each)))
        found.push({
          rule: 'logical-sides',
          place: `${path}:${line(source, node)}`,
          what: `${name} has a side: ms-, pe-, start-, text-end, rounded-s`,
        });
    ts.forEachChild(node, walk);
  };
  walk(source);
  return found;
}
