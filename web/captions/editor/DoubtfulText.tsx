import { Fragment } from 'react';

/** The text of a cue, with the words underlined that a machine may have misheard. */
export function DoubtfulText({ text, doubtful = [] }: { text: string; doubtful?: string[] | undefined }) {
  return (
    <>
      {partsOf(text, doubtful).map(({ text: part, isDoubtful }, at) =>
        isDoubtful ? (
          <mark
            key={at}
            className="bg-transparent text-inherit underline decoration-warn decoration-wavy underline-offset-4"
          >
            {part}
          </mark>
        ) : (
          <Fragment key={at}>{part}</Fragment>
        ),
      )}
    </>
  );
}

/** In order; words edited since are no longer found. */
function partsOf(text: string, doubtful: string[]): { text: string; isDoubtful: boolean }[] {
  const parts: { text: string; isDoubtful: boolean }[] = [];
  let at = 0;
  for (const word of doubtful) {
    const found = text.indexOf(word, at);
    if (found < 0) continue;
    parts.push({ text: text.slice(at, found), isDoubtful: false }, { text: word, isDoubtful: true });
    at = found + word.length;
  }
  return [...parts, { text: text.slice(at), isDoubtful: false }];
}
