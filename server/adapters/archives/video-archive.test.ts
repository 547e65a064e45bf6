import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ZipFile } from 'yazl';
import { inEnglish, readMessage } from '#contract/text/message.ts';
import { videoArchive } from './video-archive.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lll-archives-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const MP4 = Buffer.concat([Buffer.from('\0\0\0\x18ftypmp42'), Buffer.alloc(40, 7)]);
type Content = Buffer | string | object;

async function pack(files: [name: string, content: Content][]): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [name, content] of files) {
    const isBytes = typeof content === 'string' || Buffer.isBuffer(content);
    zip.addBuffer(Buffer.from(isBytes ? content : JSON.stringify(content)), name);
  }
  zip.end();
  return await buffer(zip.outputStream);
}

let archives = 0;
async function read(archive: Buffer | [name: string, content: Content][]) {
  const path = join(folder, `${(archives += 1)}.zip`);
  await writeFile(path, Buffer.isBuffer(archive) ? archive : await pack(archive));
  const { videos, leftOut } = await videoArchive.parse({ path });
  const parsed = videos.map(({ path: file, title, description, date, visibility }) => ({
    file,
    title,
    description,
    date: date?.slice(0, 10) ?? null,
    visibility,
  }));
  return {
    videos: parsed,
    leftOut: leftOut.map(({ what, why }) => ({ what, why: inEnglish(readMessage(why)) })),
  };
}
const titles = async (files: [name: string, content: Content][]) =>
  (await read(files)).videos.map(({ title, date }) => [title, date]);

const post = (id: string, more: object = {}) => ({
  Date: '2022-03-04 05:06:07',
  Link: `https://x.tiktok.example/video/${id}/`,
  ...more,
});
const youtube = (title: string, more: object = {}) => ({
  snippet: { title, description: `About ${title}`, publishedAt: '2020-02-03T04:05:06Z' },
  ...more,
});
const media = (uri: string, title: string) => ({ media: [{ uri, creation_timestamp: 1646370367, title }] });
const peertube = (name: string, videoFile: string | null, more: object = {}) => ({
  name,
  publishedAt: '2021-01-02T03:04:05.000Z',
  archiveFiles: { videoFile },
  ...more,
});
const MISSING = "Its file isn't in the archive.";

test('finds each platform’s own titles and dates', async () => {
  const table =
    '\uFEFFVideo ID,Video Title (Original),Video Create Timestamp,Video Publish Timestamp\r\nabc,"Say ""hi"", now",2019-01-01T00:00:00+00:00,2019-02-03T04:05:06+00:00\r\n';
  expect(
    await titles([
      ['a.json', { Post: { Posts: { VideoList: [post('7123456789012345678', { Title: 'Waves #sea' })] } } }],
      [
        'b.json',
        { ig_reels_media: [media('media/reels/202203/12_n.mp4', 'Caf\u00c3\u00a9 at sea\nWith friends')] },
      ],
      ['c.json', [{ ...media('media/posts/1.mp4', ''), title: 'Of the post' }]],
      ['d.json', [youtube('A: day/out')]],
      ['e.csv', table],
      ['x/7123456789012345678.mp4', MP4],
      ['y/media/reels/202203/12_n.mp4', MP4],
      ['media/posts/1.mp4', MP4],
      ['Takeout/videos/A_ day_out.mp4', MP4],
      ['Takeout/videos/Say _hi_, now(1).mp4', MP4],
      ['z/unknown_film.mov', MP4],
    ]),
  ).toEqual([
    ['Waves #sea', '2022-03-04'],
    ['Café at sea', '2022-03-04'],
    ['Of the post', '2022-03-04'],
    ['A: day/out', '2020-02-03'],
    ['Say "hi", now', '2019-02-03'],
    ['unknown film', null],
  ]);
});

test('an Instagram caption that ends mid-character is read in full', async () => {
  const caption = Buffer.from('Voilà').toString('latin1');
  expect(caption.endsWith('\u00a0')).toBe(true);
  expect(
    await titles([
      ['a.json', [media('1.mp4', caption)]],
      ['1.mp4', MP4],
    ]),
  ).toEqual([['Voilà', '2022-03-04']]);
});

test('videos that are not public elsewhere are not public here', async () => {
  const rows = [
    ['1', 'One', 'Privat'],
    ['2', 'Two', 'Öffentlich'],
    ['3', 'Three', 'Nicht gelistet'],
    ['4', 'Four', 'غير مدرج'],
  ];
  const csv = ['Video-ID,Videotitel (Original),Datenschutz', ...rows.map((row) => row.join(','))].join('\n');
  const { videos } = await read([
    [
      'peertube/videos.json',
      {
        videos: [undefined, 1, 2, 3, 4, 5, '1'].map((privacy, at) =>
          peertube(`P${at}`, `../files/${at}.mp4`, { privacy }),
        ),
      },
    ],
    ['Takeout/a.json', [youtube('Secret', { status: { privacyStatus: 'private' } })]],
    ['Takeout/videos.csv', csv],
    [
      'tiktok.json',
      { Post: { Posts: { VideoList: [post('7123456789012345678', { WhoCanView: 'Friends' })] } } },
    ],
    ...[0, 1, 2, 3, 4, 5, 6].map((at): [string, Buffer] => [`files/${at}.mp4`, MP4]),
    ...['Secret', 'One', 'Two', 'Three', 'Four', '7123456789012345678'].map((name): [string, Buffer] => [
      `videos/${name}.mp4`,
      MP4,
    ]),
  ]);
  expect(videos.map(({ visibility }) => visibility).join(' ')).toBe(
    [
      'PUBLIC PUBLIC UNLISTED PRIVATE PRIVATE PRIVATE PRIVATE',
      'PRIVATE PRIVATE PUBLIC UNLISTED UNLISTED PRIVATE',
    ].join(' '),
  );
});

test('reports listed videos that are missing, and files in unsupported formats', async () => {
  const transport = Buffer.alloc(600);
  for (const at of [0, 188, 376, 564]) transport[at] = 0x47;
  const { videos, leftOut } = await read([
    ['a.json', [youtube('Not here'), youtube('Here')]],
    [
      'p.json',
      { videos: [peertube('No file', null), peertube('Elsewhere', '../files/9.mp4'), { nonsense: 1 }] },
    ],
    ['i.json', [media('media/gone.mp4', 'Gone')]],
    ['videos/Here.mp4', MP4],
    ['videos/Without an ending v1.2 or so', MP4],
    ['videos/00001.MTS', transport],
    ['videos/real.ts', MP4],
    ['code.ts', 'export const a = 1;'],
    ['old.wmv', Buffer.from('0&\u00B2u'.padEnd(100, '\0'), 'latin1')],
    ['old.mpg', Buffer.alloc(100)],
    ['data/blob', Buffer.alloc(100)],
    ['LICENSE', 'Do what you like.'],
    ['notes.txt', 'Mine'],
  ]);
  expect(videos.map(({ file }) => file)).toEqual([
    'videos/Here.mp4',
    'videos/Without an ending v1.2 or so',
    'videos/real.ts',
  ]);
  expect(leftOut.map(({ what }) => what)).toEqual([
    'videos/00001.MTS',
    'code.ts',
    'old.wmv',
    'old.mpg',
    'data/blob',
    'Not here',
    'No file',
    'Elsewhere',
    'Gone',
  ]);
  expect(leftOut[0]?.why).toContain('Transport streams are not accepted.');
  expect(leftOut.slice(5).map(({ why }) => why)).toEqual([MISSING, MISSING, MISSING, MISSING]);
});

test('reads only a member’s own TikTok videos, however many they watched', async () => {
  const watched = Array.from({ length: 25_000 }, (_, at) =>
    post(String(7_000_000_000_000_000_000n + BigInt(at))),
  );
  const { videos, leftOut } = await read([
    [
      'user_data.json',
      {
        Activity: {
          'Video Browsing History': { VideoList: watched },
          'Like List': { ItemFavoriteList: watched.slice(9) },
        },
        'Your Activity': { 'Watch History': { VideoList: watched.slice(5) } },
        Video: { Videos: { VideoList: [post('7123456789012345678', { Title: 'Mine' })] } },
      },
    ],
    ['7123456789012345678.mp4', MP4],
  ]);
  expect([videos.map(({ title }) => title), leftOut]).toEqual([['Mine'], []]);
});

test('reports everything that a limit drops', async () => {
  const many = Array.from({ length: 20_050 }, (_, at) => youtube(`Video ${at}`));
  const cut = await read([
    ['a.json', many],
    ['Video 1.mp4', MP4],
  ]);
  expect(cut.leftOut[0]).toEqual({
    what: 'a.json',
    why: 'The archive lists too many videos. The rest were skipped.',
  });
  expect(cut.leftOut).toHaveLength(200);
  expect(cut.leftOut.at(-1)).toEqual({ what: '…', why: '19801 more were skipped.' });
  const lists = Array.from({ length: 202 }, (_, at): [string, string] => [
    `${String(at).padStart(3, '0')}.json`,
    '{}',
  ]);
  expect((await read([...lists, ['a.mp4', MP4]])).leftOut.map(({ what }) => what)).toEqual([
    '200.json',
    '201.json',
  ]);
});

test('files of the same name that Takeout numbered each get their own description', async () => {
  const three = ['first', 'second', 'third'].map((description, at) => ({
    id: `id-${at}`,
    snippet: { title: 'Vlog', description, publishedAt: `202${at}-01-01T00:00:00Z` },
  }));
  const texts = async (files: [string, Content][]) =>
    (await read(files)).videos.map(({ file, description }) => [file, description]);
  const files = ['Vlog(2).mp4', 'Vlog(1).mp4', 'Vlog.mp4'].map((name): [string, Buffer] => [name, MP4]);
  const each = [
    ['Vlog(2).mp4', 'third'],
    ['Vlog(1).mp4', 'second'],
    ['Vlog.mp4', 'first'],
  ];
  expect(await texts([['all.json', three], ...files])).toEqual(each);
  // in files of their own, and listed once more in the table
  const csv =
    'Video ID,Video Title (Original),Privacy\nid-2,Vlog,Private\nid-1,Vlog,Public\nid-0,Vlog,Public\n';
  const own = [2, 1, 0].map((at): [string, Content] => [`Vlog${at ? `(${at})` : ''}.json`, [three[at]]]);
  expect(await texts([['videos.csv', csv], ...own, ...files])).toEqual(each);
  expect(await texts([...own, ...files])).toEqual(each);
  expect(await texts([['one.json', three.slice(0, 1)], ...files])).toEqual([
    ['Vlog(2).mp4', null],
    ['Vlog(1).mp4', null],
    ['Vlog.mp4', 'first'],
  ]);
});

test('reads YouTube’s table in every language', async () => {
  const row =
    'dQw4w9WgXcQ,61000,Sehr lang,UC38IQsAvIsxxjztdMZQtwHA,Der Titel,Privat,,2019-01-01T00:00:00+00:00,2019-02-03T04:05:06+00:00';
  const heads = [
    'Video-ID,Ungefähre Dauer (ms),Videobeschreibung (Original),Kanal-ID,Videotitel (Original),Datenschutz,Videostatus,Zeitstempel der Videoerstellung,Zeitstempel der Videoveröffentlichung',
    'ID de la vidéo,Durée approximative (ms),Description de la vidéo (version originale),ID de la chaîne,Titre de la vidéo (version originale),Confidentialité,État,Création,Publication',
    '動画 ID,おおよその長さ,動画の説明,チャンネル ID,動画のタイトル,プライバシー,状態,作成,公開',
    // an unknown table
    'a,b,c,d,e,f,g,h,i',
  ];
  for (const head of heads)
    expect(
      (
        await read([
          ['videos.csv', `${head}\n${row}\n`],
          ['Der Titel.mp4', MP4],
        ])
      ).videos,
      head,
    ).toEqual([
      {
        file: 'Der Titel.mp4',
        title: 'Der Titel',
        description: 'Sehr lang',
        date: '2019-02-03',
        visibility: 'PRIVATE',
      },
    ]);
  const other = 'Channel ID,Channel URL,Channel title\nUC38IQsAvIsxxjztdMZQtwHA,http://a.example,Somebody\n';
  const lists = 'Playlist ID,Playlist Title (Original),Playlist Visibility\nPLdQw4w9WgXcQ,Best of,Private\n';
  expect(
    (
      await read([
        ['subscriptions.csv', other],
        ['playlists.csv', lists],
        ['a.mp4', MP4],
      ])
    ).leftOut,
  ).toEqual([]);
});

const swap = (archive: Buffer, from: string, to: string): Buffer =>
  Buffer.from(archive.toString('latin1').replaceAll(from, to), 'latin1');

test('reads names as they were written, and rejects names that are too long', async () => {
  const archive = await pack([
    ['Caf__.mp4', MP4],
    [`${'a'.repeat(1001)}.mp4`, MP4],
    ['x\u0001y.ts', 'text'],
  ]);
  // like programs that don't set the UTF-8 flag
  for (let at = archive.indexOf('PK\x01\x02'); at >= 0; at = archive.indexOf('PK\x01\x02', at + 4))
    archive.writeUInt16LE(0, at + 8);
  const { videos, leftOut } = await read(swap(archive, 'Caf__', 'Caf\u00c3\u00a9'));
  expect(videos.map(({ file }) => file)).toEqual(['Café.mp4']);
  expect(leftOut).toEqual([
    { what: 'a'.repeat(200), why: 'Its name is too long.' },
    { what: 'xy.ts', why: expect.stringContaining('read this file as a video') as string },
  ]);
});

test('skips a file that claims to be 5 GB and offers the others', async () => {
  const GB5 = 5 * 1024 ** 3;
  /** Declares these sizes in a ZIP64 field (APPNOTE 4.5.3). */
  const claim = async (sizes: { packed?: number; unpacked?: number }): Promise<Buffer> => {
    const zip = new ZipFile();
    zip.addBuffer(MP4, 'a.mp4', { compress: false });
    zip.addBuffer(MP4, 'huge.mp4', { compress: false, forceZip64Format: true });
    zip.addBuffer(MP4, 'b.mp4', { compress: false });
    zip.end();
    const archive = await buffer(zip.outputStream);
    const entry = archive.indexOf('\x01\0\x18\0', archive.indexOf('PK\x01\x02'));
    if (sizes.unpacked) archive.writeBigUInt64LE(BigInt(sizes.unpacked), entry + 4);
    if (sizes.packed) archive.writeBigUInt64LE(BigInt(sizes.packed), entry + 12);
    return archive;
  };
  for (const sizes of [{ unpacked: GB5 }, { packed: GB5 }, { packed: GB5, unpacked: GB5 }])
    expect(await read(await claim(sizes))).toMatchObject({
      videos: [{ file: 'a.mp4' }, { file: 'b.mp4' }],
      leftOut: [{ what: 'huge.mp4', why: "It's too large for an archive." }],
    });
});
