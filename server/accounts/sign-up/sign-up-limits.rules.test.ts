import { expect, test } from 'vitest';
import { outcomeOfSignUp } from './sign-up-limits.rules.ts';

const limits = { ofAddress: 500, ofSite: 100 };

/** Signs up in this order, one address after the other; how many got in without a proof, and how many at all. */
function signUp(addresses: Iterable<string>, of = limits) {
  const counts = new Map<string, number>();
  const got = { free: 0, proof: 0, 'too-many': 0, 'too-many-of-address': 0 };
  for (const address of addresses) {
    const own = counts.get(address) ?? 0;
    const all = [...counts.values()];
    const total = all.reduce((sum, one) => sum + one, 0);
    const outcome = outcomeOfSignUp({ own, busiest: Math.max(0, ...all), total }, of);
    got[outcome] += 1;
    if (outcome === 'free' || outcome === 'proof') counts.set(address, own + 1);
  }
  return got;
}
function* mix(...groups: [address: (n: number) => string, count: number][]) {
  for (const [address, count] of groups) for (let n = 0; n < count; n += 1) yield address(n);
}

test('many addresses create a hundred accounts together, in any order', () => {
  const thousand = (n: number) => `a${n % 1000}`;
  expect(signUp(mix([thousand, 3000]))).toMatchObject({ free: 80, proof: 20, 'too-many': 2900 });
  // each ten times before the next begins: the first of them can't pass for a crowd of its own
  expect(signUp(mix([(n) => `a${Math.floor(n / 10)}`, 3000]))).toMatchObject({ 'too-many': 2900 });
});

test('a busy address keeps no one out, and many addresses cannot lock it out once it is the busiest', () => {
  expect(signUp(mix([() => 'school', 600]))).toMatchObject({
    free: 400,
    proof: 100,
    'too-many-of-address': 100,
  });
  // strangers beside three hundred of one school: as many as without it
  expect(signUp(mix([() => 'school', 300], [(n) => `a${n}`, 200]))).toMatchObject({
    free: 380,
    proof: 20,
    'too-many': 100,
  });
  expect(signUp(mix([() => 'school', 150], [(n) => `a${n}`, 200], [() => 'school', 100]))).toMatchObject({
    free: 330,
    'too-many': 100,
  });
});

test('an owner can set either limit or none', () => {
  const crowd = () => mix([(n: number) => `a${n % 200}`, 600]);
  expect(signUp(crowd(), { ofAddress: 2, ofSite: 0 })).toMatchObject({
    free: 400,
    'too-many-of-address': 200,
  });
  expect(signUp(crowd(), { ofAddress: 0, ofSite: 50 })).toMatchObject({ free: 40, proof: 10 });
  expect(signUp(crowd(), { ofAddress: 0, ofSite: 0 })).toMatchObject({ free: 600 });
});
