import { fail, isTaken, type HttpError } from '#server/app/http/errors.ts';

export const nameTaken = (): HttpError =>
  fail(409, 'USERNAME_TAKEN', 'This username is already taken.', {
    fields: { username: 'This username is already taken.' },
  });

export const emailTaken = (): HttpError => {
  const sentence = 'There is already an account with this email address.';
  return fail(409, 'EMAIL_TAKEN', sentence, { fields: { email: sentence } });
};

export const displayNameTaken = (): HttpError => {
  const sentence = 'This name is taken. Please choose another.';
  return fail(409, 'NAME_TAKEN', sentence, { fields: { displayName: sentence } });
};

/** The error for a name or address that is taken; any other error unchanged. */
export function takenError(error: unknown): unknown {
  if (isTaken(error, 'users_username_key') || isTaken(error, 'sign_up_requests_username_key'))
    return nameTaken();
  if (isTaken(error, 'users_email_key') || isTaken(error, 'sign_up_requests_email_key')) return emailTaken();
  return error;
}

export const staleLink = () => fail(400, 'LINK_INVALID', 'Reset failed. The link may be invalid or expired.');
export const deadLink = () => fail(400, 'LINK_INVALID', 'This link is invalid or has expired.');
