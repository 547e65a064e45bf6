/** Where an answer 428 PROOF_NEEDED carries its challenge, as JSON in base64url. */
export const CHALLENGE_HEADER = 'proof-of-work-challenge';
/** Where the same call, sent again, carries `{ challenge, solution }`, likewise. */
export const PROOF_HEADER = 'proof-of-work';
