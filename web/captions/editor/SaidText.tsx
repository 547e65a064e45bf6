import { Fragment } from 'react';

/** The text of a cue, with the words underlined that a machine may have misheard. */
export function SaidText({ text, doubtful = [] }: { text: string; doubtful?: string[] | undefined }) {
  return (
    <>
      {partsOf(text, doubtful).map(({ said, isDoubtful }, at) =>
        isDoubtful ? (
          <mark
            key={at}
            className="bg-transparent text-inherit underline decoration-warn decoration-wavy underline-offset-4"
          >
            {said}
          </mark>
        ) : (
          <Fragment key={at}>{said}</Fragment>
        ),
      )}
    </>
  );
}

/** In their order; those that somebody changed since aren't found. */
function partsOf(text: string, doubtful: string[]): { said: string; isDoubtful: boolean }[] {
  const parts: { said: string; isDoubtful: boolean }[] = [];
  let at = 0;
  for (const word of doubtful) {
    const found = text.indexOf(word, at);
    if (found < 0) continue;
    parts.push({ said: text.slice(at, found), isDoubtful: false }, { said: word, isDoubtful: true });
    at = found + word.length;
  }
  return [...parts, { said: text.slice(at), isDoubtful: false }];
}
