import { confusablesMap } from 'confusables';
import { DELETED_USER } from '#contract/values.ts';

/** Names under which a guest or a display name could pass for the site. */
export const SITE_NAMES = [
  'admin',
  'administrator',
  DELETED_USER,
  'moderator',
  'official',
  'root',
  'staff',
  'support',
  'system',
];

/**
 * A name in the plain Latin letters it resembles: invisible characters and marks removed, look-alikes
 * replaced.
 */
export function toLatin(name: string): string {
  const plain = name
    .normalize('NFKD')
    .replace(/[\p{M}\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cc}]/gu, '')
    .replace(/\s+/gu, ' ');
  return [...plain]
    .map((character) => (character <= '~' ? character : (confusablesMap.get(character) ?? character)))
    .join('');
}
