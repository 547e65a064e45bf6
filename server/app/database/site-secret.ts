import { randomBytes } from 'node:crypto';
import type { Db } from './database.ts';
import { sqlTexts } from './read-rows.ts';

/** 32 random bytes that the site generated and stores, per purpose; the same in every process. */
export async function siteSecret(db: Db, purpose: string): Promise<Buffer> {
  const [value] = await sqlTexts`
    insert into site_facts (name, value) values (${`secret:${purpose}`}, to_jsonb(${randomBytes(32).toString('base64url')}::text))
    on conflict (name) do update set value = site_facts.value returning value`.execute(db);
  return Buffer.from(value ?? '', 'base64url');
}
