import { addressOf } from '#contract/address.ts';
import { FIRST_CALLS, type FirstCall, type PageName } from '#contract/pages.ts';
import type { Answer } from './html.ts';

/** Asks one of this server's own public calls; null unless it answers with a success. */
export type Ask = (address: string) => Promise<Answer | null>;

/** That there is no such thing travels along, too. */
export const NOTHING: Answer = { body: null, next: null };

/** The answers to a page's first calls that came, by address. */
export async function askFirstCalls(page: PageName, ask: Ask): Promise<Record<string, Answer>> {
  return askAll(FIRST_CALLS[page] ?? [], {}, ask);
}

async function askAll(
  calls: FirstCall[],
  values: Record<string, unknown>,
  ask: Ask,
): Promise<Record<string, Answer>> {
  const answers = await Promise.all(
    calls.map(async (call) => {
      const address = addressOfCall(call, values);
      return [address, await ask(address)] as const;
    }),
  );
  return Object.fromEntries(answers.filter((pair): pair is [string, Answer] => pair[1] !== null));
}

/** The thing that a page is about, which its first call fetches, and all answers; null where there is no such thing. */
export async function askAbout<T extends object>(
  page: PageName,
  params: Record<string, string>,
  ask: Ask,
): Promise<{ thing: T; answers: Record<string, Answer> } | null> {
  const [first, ...others] = FIRST_CALLS[page] ?? [];
  if (!first) return null;
  const address = addressOfCall(first, params);
  const found = await ask(address);
  if (!found) return null;
  const thing = found.body as T;
  const rest = await askAll(others, { ...thing, ...params }, ask);
  return { thing, answers: { [address]: found, ...rest } };
}

function addressOfCall({ endpoint, query = {} }: FirstCall, values: Record<string, unknown>): string {
  const filled = Object.entries(query).map(([name, value]) => [
    name,
    value.replace(/^\{(\w+)\}$/, (_, of: string) => String(values[of])),
  ]);
  return addressOf(endpoint.path, values, Object.fromEntries(filled));
}
