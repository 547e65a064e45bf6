import { sql } from 'kysely';
import type { Moment } from '#contract/captions/captions.ts';
import type { Edit } from '#contract/submissions/edit.ts';
import { toShown } from '#contract/submissions/edit-times.rules.ts';
import { plainCueText } from '#contract/captions/cues.ts';
import type { StoredCue } from '#server/app/database/columns.ts';
import type { Db } from '#server/app/database/database.ts';

/**
 * One search term: words with the same meaning, normalised; in scripts without spaces, anywhere in a line.
 */
interface Term {
  words: string[];
  isRun: boolean;
  /** Its weight in a line that contains it; from 0 to 1. */
  weight: number;
}

/** Per video. */
const MAX_MOMENTS = 5;

interface Row {
  video_id: number;
  track: string;
  cue: StoredCue;
  edit: Edit | null;
  /** The weights of the terms in it. */
  score: number;
  /** The track contains every term. */
  is_whole: boolean;
}

/**
 * Where in these videos the words are spoken: the lines with the most of them, from the track that has most.
 * A line with less than half of the terms counts only where the video contains the rest elsewhere.
 */
export async function findMoments(db: Db, ids: number[], terms: Term[]): Promise<Map<number, Moment[]>> {
  if (!ids.length || !terms.length) return new Map();
  const matchesTerm = ({ words, isRun }: Term) =>
    sql`said.line like any(${words.map((word) => (isRun ? `%${word}%` : `% ${word} %`))}::text[])`;
  const score = sql.join(
    terms.map((term) => sql`case when ${matchesTerm(term)} then ${term.weight}::float8 else 0 end`),
    sql` + `,
  );
  const parts = sql.join(
    terms.map((term, at) => sql`case when ${matchesTerm(term)} then ${2 ** at}::bigint else 0 end`),
    sql` + `,
  );
  const total = terms.reduce((sum, { weight }) => sum + weight, 0);
  const { rows } = await sql<Row>`
    select video_id, track, cue, edit, score, whole = ${2 ** terms.length - 1}::bigint as is_whole from (
      select video_id, track, place, score, parts, row_number() over (partition by video_id, track order by score desc, place) as rank,
        bit_or(parts) over (partition by video_id, track) as whole
      from (
        select c.video_id, c.language || ' ' || c.kind as track, said.place, ${score} as score, ${parts} as parts
        from captions c join videos v on v.id = c.video_id and v.is_public, string_to_table(c.plain, E'\\n') with ordinality said(line, place)
        where c.video_id = any(${ids}::bigint[]) and c.published) lines
      where score > 0) ranked
    join lateral (
      select c.cues -> (ranked.place - 1)::int as cue from captions c
      where c.video_id = ranked.video_id and c.language || ' ' || c.kind = ranked.track and c.published) cues on true
    join lateral (select edit from videos where videos.id = ranked.video_id) shown on true
    where rank <= ${MAX_MOMENTS}
    order by score desc, place`.execute(db);
  const found = new Map<number, Moment[]>();
  for (const id of ids) {
    const own = rows.filter((row) => row.video_id === id && (row.is_whole || row.score >= total / 2));
    const [best, ...others] = own
      .filter(({ track }) => track === own[0]?.track)
      .flatMap((row) => toMoments(row));
    if (best) found.set(id, [best, ...others.toSorted((a, b) => a.start - b.start)]);
  }
  return found;
}

function toMoments({ cue: [start, end, text], edit }: Row): Moment[] {
  const moment = { start: start / 1000, end: end / 1000, text: plainCueText(text).replaceAll('\n', ' ') };
  return toShown([moment], edit);
}
