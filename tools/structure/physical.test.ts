import { expect, test } from 'vitest';
import { findPhysical } from './physical.ts';

const found = (names: string): number => findPhysical('web/a/A.tsx', `const look = '${names}';`).length;

test('classes that name left or right are found', () => {
  for (const name of [
    'ml-2',
    '-mr-px',
    'md:pl-4',
    'hover:!pr-1',
    'right-0',
    'text-left',
    'rounded-tl-card',
    'border-l',
  ])
    expect(found(`flex ${name}`), name).toBe(1);
});

test('logical ones are none, nor is the middle, nor a word', () => {
  for (const name of [
    'ms-2',
    '-me-px',
    'md:ps-4',
    'end-0',
    'text-start',
    'rounded-ss-card',
    'left-1/2',
    'left',
    'mx-2',
  ])
    expect(found(`flex ${name}`), name).toBe(0);
});
