import type { AuditEntry } from '#contract/admin/admin.ts';
import type { Language } from '#contract/text/languages.ts';
import { toCsvCell } from '#server/app/http/csv.ts';
import { toJson } from '#server/app/http/write-answer.ts';

const HEADINGS = ['id', 'time', 'person', 'action', 'target', 'target id', 'before', 'after'];
export const CSV_HEAD = `${HEADINGS.join(',')}\r\n`;

export function toCsvLine(entry: AuditEntry, language: Language): string {
  const { id, createdAt, actor, action, subjectType, subjectId } = entry;
  const [before, after] = [entry.before, entry.after].map((part) => part && toJson(part, language));
  return `${[id, createdAt, actor, action, subjectType, subjectId, before, after].map(toCsvCell).join(',')}\r\n`;
}
