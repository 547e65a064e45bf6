declare module '@adobe/structured-data-validator' {
  interface Extracted {
    jsonld: Record<string, object[]>;
    microdata: object;
    rdfa: object;
    errors: unknown[];
  }
  export default class Validator {
    validate(extracted: Extracted): Promise<{ issueMessage: string; severity: 'ERROR' | 'WARNING' }[]>;
  }
}
