import type { AuditEntry } from '#contract/admin/admin.ts';
import { toCsvCell } from '#server/app/http/csv.ts';

const HEADINGS = ['id', 'time', 'person', 'action', 'thing', 'thing id', 'before', 'after'];
export const CSV_HEAD = `${HEADINGS.join(',')}\r\n`;

export function toCsvLine(entry: AuditEntry): string {
  const { id, createdAt, actor, action, subjectType, subjectId, before, after } = entry;
  return `${[id, createdAt, actor, action, subjectType, subjectId, before, after].map(toCsvCell).join(',')}\r\n`;
}
