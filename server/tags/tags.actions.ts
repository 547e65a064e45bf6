import { MAX_POST_TAGS, MAX_VIDEO_TAGS } from '#contract/tags/tag.ts';
import { readTags, tagsIn } from '#contract/tags/tags.rules.ts';
import { findRule, msg, type Message } from '#contract/text/message.ts';
import type { DbOrTrx, Trx } from '#server/app/database/database.ts';
import { fail } from '#server/app/http/errors.ts';
import { findTagged, listBlocked, replacePostTags, replaceVideoTags, resolveTags } from './tags.store.ts';

const wrong = (status: 400 | 422, text: Message) =>
  fail(status, 'INVALID_INPUT', text, { fields: { tags: text } });

/** Throws where one of these tags of a field is blocked. */
export async function requireAllowed(
  db: DbOrTrx,
  tags: readonly string[] | null | undefined,
  status: 400 | 422,
): Promise<void> {
  const [blocked] = tags?.length ? await listBlocked(db, tags) : [];
  if (blocked !== undefined) throw wrong(status, msg`The tag ${blocked} isn't allowed here.`);
}

/** The tags of a field as they are stored. Throws 422. */
export async function readField(db: DbOrTrx, typed: readonly string[]): Promise<string[]> {
  const read = readTags(typed);
  if ('problem' in read) throw wrong(422, findRule(read.problem));
  await requireAllowed(db, read.tags, 422);
  return read.tags;
}

/**
 * Tags a video as its field and its description have it, in the transaction that writes them. `field`: the new tags of its
 * field. Blocked ones of the description are left out.
 */
export async function tagVideo(trx: Trx, id: number, field?: readonly string[] | null): Promise<void> {
  const video = await findTagged(trx, id);
  if (!video) return;
  const inField = field ?? video.field;
  const inText = tagsIn(video.description ?? '');
  const meant = await resolveTags(trx, [...new Set([...inField, ...inText])]);
  const tagOf = (name: string) => meant.get(name)?.tag ?? [];
  const named = new Set(inField.flatMap(tagOf));
  const texts = inText.filter((name) => !meant.get(name)?.isBlocked).flatMap(tagOf);
  const tags = [...new Set([...named, ...texts])].slice(0, MAX_VIDEO_TAGS);
  await replaceVideoTags(
    trx,
    id,
    tags.map((tag) => ({ tag, inField: named.has(tag) })),
  );
}

/** Tags a post as its text has it, in the transaction that writes it; blocked ones are left out. */
export async function tagPost(trx: Trx, id: number, text: string): Promise<void> {
  const names = tagsIn(text);
  const meant = await resolveTags(trx, names);
  const tags = names.flatMap((name) => {
    const found = meant.get(name);
    return found && !found.isBlocked ? found.tag : [];
  });
  await replacePostTags(trx, id, [...new Set(tags)].slice(0, MAX_POST_TAGS));
}
