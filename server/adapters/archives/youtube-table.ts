import { parse } from 'csv-parse/sync';
import { MAX_LISTED, readDate, readVisibility, type Listed } from './platforms.ts';

const TITLE = /tit[eou]l|título|titre|title|название|タイトル|제목|标题|標題|عنوان/i;
const DESCRIPTION = /description|descrip|descri[çz]|beschreibung|описание|説明|설명|说明|說明|وصف/i;
const VIDEO = /vid[eé]o|vídeo|видео|動画|동영상|视频|影片|فيديو/i;
const VIDEO_ID = /^[\w-]{11}$/;
const CHANNEL_ID = /^UC[\w-]{22}$/;
const TIME = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d/;
const VISIBILITY =
  /^(?:public|unlisted|private|publique|privée?|öffentlich|privat|nicht gelistet|público|privado|oculto|não listado|non répertoriée?|pubblico|公開|限定公開|非公開|عام|علني|خاص|غير مدرج)$/i;

/** One more than is listed of an archive, so that it shows. */
const MAX_ROWS = MAX_LISTED + 2;
const MAX_COLUMNS = 50;

/**
 * YouTube's table of videos: its column names are in the account's language, and columns with unknown names
 * are recognized by their values.
 */
export function readTable(table: string): Listed[] {
  const [names = [], ...rows] = parse(table, {
    bom: true,
    to: MAX_ROWS,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
  });
  const head = names.slice(0, MAX_COLUMNS);
  const named = (pattern: RegExp) => head.findIndex((name) => VIDEO.test(name) && pattern.test(name));
  const setPending = (pattern: RegExp) =>
    head.flatMap((_, at) => {
      const cells = rows.map((row) => row[at] ?? '').filter(Boolean);
      return cells.length > 0 && cells.every((cell) => pattern.test(cell)) ? [at] : [];
    });
  const [channel = -2] = setPending(CHANNEL_ID);
  const [firstId] = setPending(VIDEO_ID);
  // the title follows the channel, the description precedes it
  const title = named(TITLE) >= 0 || firstId === undefined ? named(TITLE) : channel + 1;
  if (title < 0) return [];
  const description = named(DESCRIPTION) >= 0 ? named(DESCRIPTION) : channel - 1;
  const id = firstId ?? named(/\bid\b/i);
  const [visibility = -1] = setPending(VISIBILITY);
  const times = setPending(TIME).filter((at) => at !== title && at !== description);
  return rows.flatMap((row) =>
    row[title]
      ? [
          {
            id: row[id],
            names: [row[title]],
            title: row[title],
            description: row[description] || null,
            // published, else created
            date: readDate(times.map((at) => row[at]).findLast(Boolean)),
            visibility: readVisibility(row[visibility]),
          },
        ]
      : [],
  );
}
