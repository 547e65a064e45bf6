import { t } from '@lingui/core/macro';
import { useEffect, useRef } from 'react';
import type { Keys } from '#web/ui/dialogs/KeyList.tsx';
import {
  insert,
  join,
  nudgeEnd,
  nudgeStart,
  remove,
  setEnd,
  setStart,
  split,
  type Edit,
} from './edit.rules.ts';
import type { Editor } from './useEditor.ts';

export const editorKeys = (): Keys => [
  ['Alt K', t`Play, pause`],
  ['Alt J  Alt L', t`Back, forward a second`],
  ['Alt ↑  Alt ↓', t`The line before, the next line`],
  ['Alt S  Alt E', t`Start, end at this moment`],
  ['Alt ,  Alt .', t`Start 0.1 s earlier, later`],
  ['Alt Shift ,  Alt Shift .', t`End 0.1 s earlier, later`],
  ['Alt X', t`Split at this moment`],
  ['Alt M', t`Join with the next line`],
  ['Alt N', t`A new line behind this one`],
  ['Alt Backspace', t`Remove the line`],
  ['Ctrl Z  Ctrl Shift Z', t`Undo, redo`],
];

/** By the key's place: with Alt a Mac writes other letters. */
const EDITS: Record<string, Edit> = {
  KeyS: setStart,
  KeyE: setEnd,
  KeyX: split,
  KeyM: join,
  KeyN: insert,
  Backspace: remove,
  Comma: nudgeStart(-0.1),
  Period: nudgeStart(0.1),
};
const SHIFTED: Record<string, Edit> = { Comma: nudgeEnd(-0.1), Period: nudgeEnd(0.1) };

/** Keys of the whole page: they work while a line is being typed as well. */
export function useEditorKeys(
  editor: Editor,
  player: { toggle: () => void; skip: (seconds: number) => void; select: (by: number) => void },
): void {
  const press = (event: KeyboardEvent): boolean => {
    const { code, altKey, shiftKey } = event;
    if ((event.ctrlKey || event.metaKey) && !altKey && code === 'KeyZ') {
      (shiftKey ? editor.redo : editor.undo)();
      return true;
    }
    if (!altKey || event.ctrlKey || event.metaKey) return false;
    const act = shiftKey ? SHIFTED[code] : EDITS[code];
    if (act) editor.run(act);
    else if (code === 'KeyK') player.toggle();
    else if (code === 'KeyJ' || code === 'KeyL') player.skip(code === 'KeyJ' ? -1 : 1);
    else if (code === 'ArrowUp' || code === 'ArrowDown') player.select(code === 'ArrowUp' ? -1 : 1);
    else return false;
    return true;
  };
  const latest = useRef(press);
  useEffect(() => {
    latest.current = press;
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => {
      if (document.querySelector('dialog[open]') || !latest.current(event)) return;
      event.preventDefault();
      event.stopPropagation();
    };
    // before the player and the fields: an undone line must not be undone by its field as well
    document.addEventListener('keydown', listen, true);
    return () => document.removeEventListener('keydown', listen, true);
  }, []);
}
