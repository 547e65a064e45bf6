import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nameTyped, ownPathOf, partsOf, videosShownWith } from '#contract/text/rich-text.ts';

const links = (text: string) => partsOf(text).flatMap((part) => (part.kind === 'link' ? [part.url] : []));
const times = (text: string) => partsOf(text).flatMap((part) => (part.kind === 'time' ? [part.seconds] : []));

describe('rich text', () => {
  it('neither loses nor adds characters, whatever was typed', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary' }),
        fc.constantFrom('', 'http://a.b/', ' 1:23 ', 'javascript:'),
        (text, more) => {
          const typed = `${text}${more}${text}`;
          expect(
            partsOf(typed)
              .map((part) => part.text)
              .join(''),
          ).toBe(typed);
        },
      ),
    );
  });

  it('links only http and https', () => {
    expect(links('see https://example.org/a?b=1#c, and (http://example.com/x_(y)).')).toEqual([
      'https://example.org/a?b=1#c',
      'http://example.com/x_(y)',
    ]);
    expect(links('javascript:alert(1) data:text/html,x ftp://a.b/ //evil.example xhttps://')).toEqual([]);
    expect(links('https://exa mple')).toEqual(['https://exa/']);
    expect(links('"https://a.example/"onmouseover="x"')).toEqual(['https://a.example/']);
  });

  it.each<[text: string, isMention: boolean]>([
    ['こんにちは@annさん', true],
    ['カー@ann', true],
    ['人々@ann、', true],
    ['你好@ann你好', true],
    ['안녕@ann님', true],
    ['สวัสดี@ann', true],
    ['（@ann）', true],
    ['Hi @ann', true],
    ['mail@ann', false],
    ['größe@ann', false],
    ['почта@ann', false],
    ['ａ@ann', false],
    ['４@ann', false],
    ['4@ann', false],
    ['a/@ann', false],
  ])('%j is a mention: %j, and the picker of names agrees', (text, isMention) => {
    const found = partsOf(text, (name) => (name === 'ann' ? 'ann' : null));
    expect(found.filter(({ kind }) => kind === 'mention').map((part) => part.text)).toEqual(
      isMention ? ['@ann'] : [],
    );
    const typed = text.slice(0, text.indexOf('@') + 3);
    expect(nameTyped(typed)).toBe(isMention ? 'an' : null);
  });

  it('finds timestamps beside letters of scripts without spaces', () => {
    expect(times('動画の1:23から、2:34対')).toEqual([83, 154]);
    expect(times('um1:23 1:23uhr 11:23:1')).toEqual([]);
  });

  const LINK_ENDS: [text: string, links: string[]][] = [
    ['https://example.org、https://example.net/b', ['https://example.org/', 'https://example.net/b']],
    ['東京はhttps://example.org/aです。', ['https://example.org/a%E3%81%A7%E3%81%99']],
    [
      '見て（https://example.org/a）「https://example.org/b」『https://example.org/c』',
      ['a', 'b', 'c'].map((end) => `https://example.org/${end}`),
    ],
    [
      '“https://example.org/a” «https://example.org/b» „https://example.org/c“ ‘https://example.org/d’',
      ['a', 'b', 'c', 'd'].map((end) => `https://example.org/${end}`),
    ],
    ['https://example.org/a—https://example.org/b', ['https://example.org/a', 'https://example.org/b']],
    [
      'https://example.org/a,https://example.net/b;http://example.com',
      ['https://example.org/a', 'https://example.net/b', 'http://example.com/'],
    ],
    ['https://https://example.org', ['https://example.org/']],
    [
      'https://web.archive.org/web/2020/https://example.org/ ?',
      ['https://web.archive.org/web/2020/https://example.org/'],
    ],
    [
      "https://en.wikipedia.org/wiki/Conway's_Game_of_Life and 'https://example.org/a'",
      ["https://en.wikipedia.org/wiki/Conway's_Game_of_Life", 'https://example.org/a'],
    ],
    [
      'https://en.wikipedia.org/wiki/Michelson–Morley',
      ['https://en.wikipedia.org/wiki/Michelson%E2%80%93Morley'],
    ],
    [
      '(https://example.org/a_(b)) [https://example.org/a[b]] {https://example.org/c} ⟦https://example.org/d⟧',
      [
        'https://example.org/a_(b)',
        'https://example.org/a[b]',
        'https://example.org/c',
        'https://example.org/d',
      ],
    ],
    [
      'https://example.org/a_⟨b⟩ ༺https://example.org/c༻ ﴾https://example.org/d﴿',
      ['https://example.org/a_%E2%9F%A8b%E2%9F%A9', 'https://example.org/c', 'https://example.org/d'],
    ],
    [
      '[here](https://example.org/a) [https://example.org/b](https://example.org/c).',
      ['a', 'b', 'c'].map((end) => `https://example.org/${end}`),
    ],
    [
      'https://example.org/س، https://example.org/a। https://example.org/b…',
      ['https://example.org/%D8%B3', 'https://example.org/a', 'https://example.org/b'],
    ],
    [`https://example.org/${'a'.repeat(2100)} https://example.org/b`, ['https://example.org/b']],
  ];
  it.each(LINK_ENDS)('ends the links of %j in the right place', (text, ends) => {
    expect(links(text)).toEqual(ends);
  });

  it('recognizes only timestamps of minutes and seconds', () => {
    expect(times('at 0:05, then 1:23 and 1:02:03')).toEqual([5, 83, 3723]);
    expect(times('1:99 12:345 1.2:30 2026-01-01T10:20:30Z')).toEqual([]);
    expect(times('https://example.org/1:23')).toEqual([]);
  });

  it("recognizes the site's own videos", () => {
    const own = ['https://site.example', 'https://api.example'];
    expect(
      videosShownWith(
        'https://site.example/video/12 https://site.example/video/13/?t=3#x https://api.example/video/14',
        own,
      ),
    ).toEqual([12, 13, 14]);
    expect(
      videosShownWith(
        'https://site.example/video/0 https://site.example/videos https://site.example.evil/video/12',
        own,
      ),
    ).toEqual([]);
  });

  it("leads to the site's current address, even from links written before it had one", () => {
    const own = ['https://site.example'];
    expect(ownPathOf('https://site.example/shop/1?x=2#y', own)).toBe('/shop/1?x=2#y');
    expect(ownPathOf('http://localhost:3000/video/12', own)).toBe('/video/12');
    expect(ownPathOf('http://localhost.evil/video/12', own)).toBeNull();
    expect(ownPathOf('https://elsewhere.example/video/12', own)).toBeNull();
    expect(videosShownWith('Look: http://127.0.0.1:3000/video/12', own)).toEqual([12]);
  });

  it('shows the first three videos, each once', () => {
    const text = [7, 7, 9, 8, 6].map((id) => `https://site.example/video/${id}`).join(' ');
    expect(videosShownWith(text, ['https://site.example'])).toEqual([7, 9, 8]);
  });
});
