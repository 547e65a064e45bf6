import { msg } from '#contract/text/message.ts';

const UNKNOWN_AUTHORITY = msg(
  'The certificate of the host is signed by an authority that this machine does not know: set NODE_EXTRA_CA_CERTS to the file of its certificate.',
);

/** What connections to other machines end with (Node.js, OpenSSL, nodemailer), in sentences for the owner. */
const FAULTS: Record<string, string> = {
  ECONNREFUSED: msg('Nothing answers at this host and port.'),
  ENOTFOUND: msg('There is no host of this name.'),
  EDNS: msg('There is no host of this name.'),
  EAI_AGAIN: msg('The name of the host could not be looked up.'),
  ETIMEDOUT: msg('The host does not answer. Is the port right, and open?'),
  ECONNRESET: msg('The host ended the connection. Is the encryption right for this port?'),
  EAUTH: msg('User or password were rejected.'),
  ETLS: msg('The mail server offers no encryption (STARTTLS), so nothing was sent to it.'),
  EENVELOPE: msg('The mail server rejected the sender or the recipient.'),
  ESOCKET: msg('The connection failed. Is the encryption right for this port?'),
  EPUBLIC: msg(
    'A certificate that nobody vouches for is accepted in a private network only, and this host is not in one.',
  ),
  DEPTH_ZERO_SELF_SIGNED_CERT: msg(
    'The host made its certificate itself (self-signed), so nobody vouches for it. Give it one that an authority signed.',
  ),
  SELF_SIGNED_CERT_IN_CHAIN: UNKNOWN_AUTHORITY,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: UNKNOWN_AUTHORITY,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: msg(
    'The certificate of the host is signed by an authority that this machine does not know: set NODE_EXTRA_CA_CERTS to the file of its certificate. Where it is a public one the host has to send the whole chain.',
  ),
  CERT_HAS_EXPIRED: msg(
    'The certificate of the host has expired. Have it renewed, or see whether the clock here is right.',
  ),
  CERT_NOT_YET_VALID: msg(
    'The certificate of the host is not valid yet. Is the clock of this machine right?',
  ),
  CERT_REVOKED: msg('The certificate of the host was revoked. Have it replaced.'),
  ERR_TLS_CERT_ALTNAME_INVALID: msg('The certificate is for another host. Use the name that stands in it.'),
  HOSTNAME_MISMATCH: msg('The certificate is for another host. Use the name that stands in it.'),
  ERR_SSL_WRONG_VERSION_NUMBER: msg('The host speaks no TLS at this port. Is the encryption right for it?'),
  ERR_SSL_UNSUPPORTED_PROTOCOL: msg(
    'The host speaks only an old TLS that is not safe any more. Have it brought up to date.',
  ),
};

/** Only reports that a connection failed; an inner cause is more specific. */
const VAGUE = new Set(['ESOCKET', 'ECONNECTION']);

/** The innermost cause with a known message, or null: other errors may contain secrets, so they are never passed on. */
export function connectionFault(error: unknown): string | null {
  let vague: string | null = null;
  for (let cause: unknown = error, depth = 0; cause instanceof Error && depth < 5; depth += 1) {
    const { code = '', originalCode = '' } = cause as NodeJS.ErrnoException & { originalCode?: string };
    const { message } = cause;
    const named = [originalCode, code].find((each) => each in FAULTS && !VAGUE.has(each));
    const found = named ?? Object.keys(FAULTS).find((each) => !VAGUE.has(each) && message.includes(each));
    if (found !== undefined) return FAULTS[found] ?? null;
    if (VAGUE.has(code)) vague = FAULTS['ESOCKET'] ?? null;
    cause = cause.cause;
  }
  return vague;
}
