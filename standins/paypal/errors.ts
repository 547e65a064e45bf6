import { randomBytes } from 'node:crypto';

/** PayPal's error body: `name`, `message`, `debug_id`, `details[].issue`. */
export class PaypalError extends Error {
  readonly status: number;
  readonly issue: string | null;
  constructor(status: number, name: string, issue: string | null = null, description = '') {
    super(description || name);
    this.name = name;
    this.status = status;
    this.issue = issue;
  }
  toJSON() {
    return {
      name: this.name,
      message: this.message,
      debug_id: randomBytes(7).toString('hex'),
      ...(this.issue ? { details: [{ issue: this.issue, description: this.message }] } : {}),
      links: [],
    };
  }
}

export const notFound = () =>
  new PaypalError(404, 'RESOURCE_NOT_FOUND', 'INVALID_RESOURCE_ID', 'Specified resource ID does not exist.');
export const unprocessable = (issue: string, description: string) =>
  new PaypalError(422, 'UNPROCESSABLE_ENTITY', issue, description);
export const malformed = (issue: string, description: string) =>
  new PaypalError(400, 'INVALID_REQUEST', issue, description);
