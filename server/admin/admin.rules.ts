import type { AuditEntry } from '#contract/admin.ts';

const HEADINGS = ['id', 'time', 'person', 'action', 'thing', 'thing id', 'before', 'after'];
export const CSV_HEAD = `${HEADINGS.join(',')}\r\n`;

/** RFC 4180, and safe to open in a spreadsheet: a cell that would be taken for a formula begins with an apostrophe. */
export function toCsvCell(value: unknown): string {
  const text =
    value === null || value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value);
  const harmless = /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

export function toCsvLine(entry: AuditEntry): string {
  const { id, createdAt, actor, action, subjectType, subjectId, before, after } = entry;
  return `${[id, createdAt, actor, action, subjectType, subjectId, before, after].map(toCsvCell).join(',')}\r\n`;
}
