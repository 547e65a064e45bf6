import { describe, expect, it } from 'vitest';
import { countForeignLinks, reviewReason, isNewcomer } from './moderation.rules.ts';

const OWN = 'https://site.example';
const DAY = 24 * 3600 * 1000;

describe('moderation rules', () => {
  it('counts links to other sites', () => {
    expect(countForeignLinks('no link at all: example.com', OWN)).toBe(0);
    expect(countForeignLinks(`${OWN}/video/3 and HTTP://evil.example/x and https://b.example`, OWN)).toBe(2);
    expect(countForeignLinks('https://site.example.evil.example/', OWN)).toBe(1);
  });

  it('treats guests, and members of less than a day without a higher role, as newcomers', () => {
    const now = Date.now();
    expect(isNewcomer(null, now)).toBe(true);
    expect(isNewcomer({ role: 'LOGIN_USER', createdAt: new Date(now - DAY + 1000) }, now)).toBe(true);
    expect(isNewcomer({ role: 'LOGIN_USER', createdAt: new Date(now - DAY) }, now)).toBe(false);
    expect(isNewcomer({ role: 'CONTENT_CREATOR', createdAt: new Date(now) }, now)).toBe(false);
  });

  it("requires review of a newcomer's comment with a link or post with many, and anyone's with a watched word", () => {
    const rules = { word: null, newcomer: true, ownOrigin: OWN };
    expect(reviewReason('COMMENT', 'see https://a.example', rules)?.stored).toMatchObject({
      code: 'held.LINK',
    });
    expect(reviewReason('COMMENT', `see ${OWN}/video/1`, rules)).toBeNull();
    expect(reviewReason('POST', 'see https://a.example and https://b.example', rules)).toBeNull();
    expect(
      reviewReason('POST', 'https://a.example https://b.example https://c.example', rules)?.stored,
    ).toMatchObject({
      code: 'held.LINKS',
    });
    expect(reviewReason('COMMENT', 'see https://a.example', { ...rules, newcomer: false })).toBeNull();
    expect(reviewReason('POST', 'casino', { ...rules, word: 'casino', newcomer: false })).toHaveProperty(
      'stored',
      { code: 'held.WORD', values: ['casino'] },
    );
  });
});
