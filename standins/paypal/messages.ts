import { malformed } from './errors.ts';
import type { WindowTexts } from './script.ts';

export interface ApiRequest {
  method: string;
  path: string;
  headers: Record<string, string | undefined>;
  body: string;
  /** Of the script's window, where it isn't to look like PayPal's own. */
  texts?: WindowTexts | undefined;
}

export interface ApiResponse {
  status: number;
  body: string;
  type: string;
}

export const json = (status: number, answer: unknown): ApiResponse => ({
  status,
  body: JSON.stringify(answer),
  type: 'application/json',
});

/** Throws PaypalError 400. */
export function parseJson(body: string): unknown {
  if (!body) return {};
  try {
    return JSON.parse(body);
  } catch {
    throw malformed('MALFORMED_REQUEST_JSON', 'The request JSON is not well formed.');
  }
}
