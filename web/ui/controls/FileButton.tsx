import { useRef } from 'react';
import type { ComponentProps } from 'react';
import { Button } from './Button.tsx';

interface FileButtonProps extends Pick<
  ComponentProps<typeof Button>,
  'size' | 'pending' | 'disabled' | 'children'
> {
  accept: string;
  /** Of the field behind the button; where a label on the page names it, that one's `htmlFor` in its place. */
  label?: string;
  id?: string;
  onFile: (file: File) => void;
}

/** A button that asks for a file. The same file can be chosen again. */
export function FileButton({ accept, label, id, onFile, ...button }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        id={id}
        type="file"
        accept={accept}
        aria-label={label}
        className="sr-only"
        tabIndex={-1}
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file) onFile(file);
          target.value = '';
        }}
      />
      <Button {...button} onClick={() => input.current?.click()} />
    </>
  );
}
