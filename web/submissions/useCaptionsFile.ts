import { useState } from 'react';
import { MAX_CAPTIONS, captions } from '#contract/captions/captions.ts';
import { call, errorMessage } from '#web/app/client/call.ts';

/** A file of captions that is sent once its video has arrived. */
export interface CaptionsFile {
  file: File | null;
  language: string;
  /** It is larger than any file of captions. */
  isTooLarge: boolean;
  /** Done: nothing left to send or report. */
  isThrough: boolean;
  /** Why it was not taken. */
  problem: string | null;
  /** What will be sent; null: nothing. */
  chosen: { file: File; language: string } | null;
  choose: (file: File | null) => void;
  speak: (language: string) => void;
  send: (id: number) => Promise<void>;
}

export function useCaptionsFile(): CaptionsFile {
  const [file, setFile] = useState<File | null>(null);
  const [language, setLanguage] = useState(() => document.documentElement.lang || 'en');
  const [isSent, setSent] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const isTooLarge = file !== null && file.size > MAX_CAPTIONS;
  return {
    file,
    language,
    isTooLarge,
    isThrough: file === null || isTooLarge || (isSent && problem === null),
    problem,
    chosen: file && !isTooLarge ? { file, language } : null,
    choose: setFile,
    speak: setLanguage,
    async send(id) {
      if (!file || isTooLarge) return;
      const form = new FormData();
      form.set('language', language);
      form.set('kind', 'captions');
      form.set('file', file);
      try {
        await call(captions.bring, { params: { id: String(id) }, body: form });
      } catch (error) {
        setProblem(errorMessage(error));
      }
      setSent(true);
    },
  };
}
