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

/**
 * Option and a letter type other letters on a Mac, some of them in users' own languages: Control is used
 * there.
 */
const isMac = (): boolean => navigator.platform.startsWith('Mac');

export function editorKeys(): Keys {
  const [modifier, command] = isMac() ? ['Ctrl', 'Cmd'] : ['Alt', 'Ctrl'];
  return [
    [`${modifier} K`, t`Play, pause`],
    [`${modifier} J  ${modifier} L`, t`Back, forward 1 second`],
    ['Alt ↑  Alt ↓', t`Previous line, next line`],
    [`${modifier} S  ${modifier} E`, t`Set start, end here`],
    ['Alt ,  Alt .', t`Move start 0.1 s earlier, later`],
    ['Alt Shift ,  Alt Shift .', t`Move end 0.1 s earlier, later`],
    [`${modifier} X`, t`Split here`],
    [`${modifier} M`, t`Merge with next line`],
    [`${modifier} N`, t`Add a line after this one`],
    ['Alt Backspace', t`Remove line`],
    [`${command} Z  ${command} Shift Z`, t`Undo, redo`],
    [`${command} S`, t`Save draft now`],
    [`${command} Enter`, t`Publish`],
  ];
}

/** By the key's position, whatever it types. */
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

/** Shortcuts of the whole page, which also work while typing in a line. */
export function useEditorKeys(
  editor: Editor,
  player: {
    toggle: () => void;
    skip: (seconds: number) => void;
    select: (by: number) => void;
    publish: () => void;
  },
): void {
  const press = (event: KeyboardEvent): boolean => {
    const { code, altKey, ctrlKey, metaKey, shiftKey } = event;
    const [isCommand, isOther] = isMac() ? [metaKey, ctrlKey] : [ctrlKey, metaKey];
    if (isCommand && !altKey && !isOther) {
      if (code === 'KeyZ') (shiftKey ? editor.redo : editor.undo)();
      else if (code === 'KeyS' && !shiftKey) void editor.flush();
      else if (code === 'Enter' && !event.repeat) player.publish();
      else return false;
      return true;
    }
    const isPending = isMac() && code.startsWith('Key') ? ctrlKey && !altKey : altKey && !ctrlKey;
    if (!isPending || metaKey) return false;
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
    // before the player and the fields: undo must not also undo in the field
    document.addEventListener('keydown', listen, true);
    return () => document.removeEventListener('keydown', listen, true);
  }, []);
}
