import { createContext } from 'react';

/** When the server wrote the page: until its scripts take it over, times are told from then. */
export const WrittenAt = createContext<number | undefined>(undefined);
