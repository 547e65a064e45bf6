import type { Fetch } from './site.ts';

export const VTT = `WEBVTT

intro
00:00:00.500 --> 00:00:02.001 line:0 align:start
<v Ann>Good <b>morning</b></v>

NOTE nobody reads this

00:02.001 --> 00:04.250
5 < 6 &amp; <c.red>red</c>
on two lines
`;

/** Sends a file of captions. */
export function importCaptions(
  fetch: Fetch,
  id: number,
  { file = VTT, ...fields }: { file?: string | Buffer; [name: string]: string | Buffer | undefined } = {},
): Promise<Response> {
  const form = new FormData();
  for (const [name, value] of Object.entries({ language: 'en', ...fields })) form.set(name, String(value));
  form.set('file', new Blob([file as string]), 'words.vtt');
  return fetch(`/api/submissions/${id}/captions`, { method: 'POST', body: form });
}
