import pg from 'pg';

/**
 * The vocabulary of the large site: invented from syllables, with the frequencies of a natural language
 * (Zipf's law).
 */
const WORDS = 60_000;
const SYLLABLES = 'ka lo mi ra ten sol vu pe nor ga lis do fen ti mar be zu hal co ry'.split(' ');
const ENDINGS = ['n', 's', 't', 'r', 'l'];
const BATCH = 10_000;
const CATEGORIES = ['Business', 'Lifestyle', 'Beauty', 'Innovation'];

/** The same numbers each time. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d_2b_79_f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const VOCABULARY = Array.from({ length: WORDS }, (_, n) => {
  const random = randomFrom(n);
  const pick = <T>(from: readonly T[]) => from[Math.floor(random() * from.length)] as T;
  const accent = n % 9 === 0 ? 'é' : n % 11 === 0 ? 'ñ' : n % 13 === 0 ? 'ö' : '';
  return Array.from({ length: 2 + (n % 3) }, () => pick(SYLLABLES)).join('') + accent + pick(ENDINGS);
});

export function wordsOf(seed: number, count: number): string {
  const random = randomFrom(seed);
  const letter = (from: number, many: number) => String.fromCodePoint(from + Math.floor(random() * many));
  return Array.from({ length: count }, () => {
    const kind = random();
    if (kind < 0.01) return `набер${letter(1072, 32)}${letter(1072, 32)}ная`;
    if (kind < 0.02) return Array.from({ length: 4 }, () => letter(19_968, 6000)).join('');
    return VOCABULARY[Math.floor(WORDS ** random())] ?? 'sun';
  }).join(' ');
}

/** Fills a database past its triggers: people, videos, as many posts and comments together. */
export async function seedSearch(connection: pg.ClientConfig, videos: number): Promise<void> {
  const client = new pg.Client(connection);
  await client.connect();
  const people = Math.max(10, videos / 10);
  const insert = async (many: number, statement: string, texts: ((i: number) => string)[]) => {
    for (let from = 1; from <= many; from += BATCH) {
      const ids = Array.from({ length: Math.min(BATCH, many - from + 1) }, (_, at) => from + at);
      const columns = texts.map((text) => ids.map(text));
      await client.query(statement, [ids, ...columns]);
    }
  };
  try {
    await client.query('set session_replication_role = replica');
    const { rows } = await client.query<{ user: number; video: number }>(
      'select coalesce((select max(id) from users), 0)::int as user, coalesce((select max(id) from videos), 0)::int as video',
    );
    const first = rows[0] ?? { user: 0, video: 0 };
    await insert(
      people,
      `insert into users (id, username, display_name, bio, role) overriding system value
       select ${first.user} + i, 'maker-' || i, initcap(name), bio, 'CONTENT_CREATOR'
       from unnest($1::int[], $2::text[], $3::text[]) each(i, name, bio)`,
      [(i) => wordsOf(i + 1e8, 2), (i) => wordsOf(i + 2e8, 8)],
    );
    await insert(
      videos,
      `insert into videos (id, origin, uploader_id, title, description, category, status, processing, approved_at, duration_ms, view_count, like_count, created_at, placeholder, mp4_key, poster_key, original_key, is_live, is_public)
       overriding system value
       select ${first.video} + i, 'UPLOAD', ${first.user} + 1 + i % ${people}, title, description, (array['${CATEGORIES.join("', '")}'])[i % 4 + 1], 'APPROVED', 'READY', now() - i * interval '1 minute',
         15000 + i % 400000, i::bigint * 7919 % 5000, i::bigint * 104729 % 70, now() - i * interval '1 minute', repeat('x', 28),
         'videos/' || i || '/benchmarkclip/video.mp4', 'videos/' || i || '/benchmarkclip/thumb-640.jpg', 'originals/' || i || '.mp4', true, true
       from unnest($1::int[], $2::text[], $3::text[]) each(i, title, description)`,
      [(i) => wordsOf(i + 3e8, 5), (i) => wordsOf(i + 4e8, 25)],
    );
    await insert(
      videos / 2,
      `insert into posts (author_id, content, created_at) select ${first.user} + 1 + i % ${people}, content, now() - i * interval '2 minutes'
       from unnest($1::int[], $2::text[]) each(i, content)`,
      [(i) => wordsOf(i + 5e8, 15)],
    );
    await insert(
      videos / 2,
      `insert into comments (video_id, guest_name, person, text, created_at)
       select ${first.video} + 1 + i % ${videos}, 'guest', 'v' || i, content, now() - i * interval '2 minutes' from unnest($1::int[], $2::text[]) each(i, content)`,
      [(i) => wordsOf(i + 6e8, 12)],
    );
    await client.query(`select setval(pg_get_serial_sequence('users', 'id'), (select max(id) from users)),
      setval(pg_get_serial_sequence('videos', 'id'), (select max(id) from videos))`);
    await client.query('vacuum analyze');
  } finally {
    await client.end();
  }
}
