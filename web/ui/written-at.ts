import { createContext } from 'react';

/** When the server rendered the page: relative times count from then until hydration. */
export const WrittenAt = createContext<number | undefined>(undefined);
