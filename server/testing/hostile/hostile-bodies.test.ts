import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { beforeAll, expect, test } from 'vitest';
import { endpoints } from '../samples/calls.ts';
import { reportBar, soakTest, takeSample } from '../soak.ts';
import { FORM_TYPE, hostileBodies, hostileForms } from './bodies.ts';
import { schemaOf } from './schemas.ts';
import { startHostileSite, type HostileSite } from './site.ts';

/** Every endpoint of the contract x the largest and nastiest bodies that its limits allow. */
const MAX_BODY = 1 << 20;
const MAX_STALL_MS = 200;
const JSON_TYPE = 'application/json';

const cases = endpoints.flatMap((of) => {
  const { body, form, consumes, maxBody = MAX_BODY } = of.endpoint;
  if (form) return hostileForms(schemaOf(form)).map(([name, make]) => ({ of, name, make, type: FORM_TYPE }));
  if (!body || consumes) return [];
  return hostileBodies(schemaOf(body), maxBody).map(([name, make]) => ({ of, name, make, type: JSON_TYPE }));
});

let fixture: HostileSite;
beforeAll(async () => {
  fixture = await startHostileSite();
});

async function send({ of, name, type }: (typeof cases)[number], body: string) {
  const answer = await fixture.call(of, {}, { body, headers: { 'content-type': type } });
  const shown = `${of.name}, ${name}: ${answer.status} ${answer.body.slice(0, 300)}`;
  expect(answer.status, shown).toBeLessThan(500);
  expect(fixture.refusedByDatabase(), shown).toEqual([]);
  if (answer.status < 400) return;
  expect(answer.body.length, shown).toBeLessThanOrEqual(16 << 10);
  if (of.endpoint.errors === 'text') return;
  const { fields = {} } = JSON.parse(answer.body) as { fields?: object };
  expect(Object.keys(fields).length, shown).toBeLessThanOrEqual(20);
}

test('the table contains every call with a body', () => {
  expect(new Set(cases.map(({ of }) => of.name)).size).toBeGreaterThan(80);
});

/** The issues of twenty of the largest items. */
const MAX_ISSUES = 20 * 65;
test.each(takeSample(cases, 100))('$of.name: $name', async (each) => {
  const body = each.make();
  if (each.type === JSON_TYPE) {
    const read = each.of.endpoint.body?.safeParse(JSON.parse(body));
    expect(read?.error?.issues.length ?? 0).toBeLessThanOrEqual(MAX_ISSUES);
  }
  await send(each, body);
});

soakTest('none of them stalls the process', { timeout: 3_600_000 }, async () => {
  const delay = monitorEventLoopDelay({ resolution: 5 });
  const stallOf = async (each: (typeof cases)[number], body: string) => {
    await pause(20);
    delay.reset();
    delay.enable();
    await send(each, body);
    await pause(10);
    delay.disable();
    return Math.round(delay.max / 1e6);
  };
  const stalls: [stall: number, what: string][] = [];
  for (const each of cases) {
    const body = each.make();
    let stall = await stallOf(each, body);
    // what else the machine is doing isn't there again and again
    for (let again = 0; stall >= MAX_STALL_MS && again < 3; again += 1)
      stall = Math.min(stall, await stallOf(each, body));
    stalls.push([stall, `${each.of.name}, ${each.name}`]);
  }
  const longest = stalls.toSorted(([a], [b]) => b - a).slice(0, 10);
  for (const [stall, what] of longest) reportBar(`the longest stall by ${what}, ms`, stall, MAX_STALL_MS);
  expect(longest.filter(([stall]) => stall >= MAX_STALL_MS)).toEqual([]);
});
