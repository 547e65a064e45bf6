import { msg } from '#contract/text/message.ts';

const UNKNOWN_AUTHORITY = msg(
  "The host's certificate is signed by an authority this machine doesn't trust. Set NODE_EXTRA_CA_CERTS to the authority's certificate file.",
);

/** What connections to other machines end with (Node.js, OpenSSL, nodemailer), in sentences for the owner. */
const FAULTS: Record<string, string> = {
  ECONNREFUSED: msg('Nothing is responding at this host and port.'),
  ENOTFOUND: msg("This host doesn't exist."),
  EDNS: msg("This host doesn't exist."),
  EAI_AGAIN: msg("Couldn't look up the host name."),
  ETIMEDOUT: msg("The host isn't responding. Check that the port is correct and open."),
  ECONNRESET: msg('The host closed the connection. Check the encryption setting for this port.'),
  EAUTH: msg('The username or password was rejected.'),
  ETLS: msg("The mail server doesn't support encryption (STARTTLS), so nothing was sent."),
  EENVELOPE: msg('The mail server rejected the sender or the recipient.'),
  ESOCKET: msg('The connection failed. Check the encryption setting for this port.'),
  EPUBLIC: msg("Untrusted certificates are accepted only on private networks, and this host isn't on one."),
  DEPTH_ZERO_SELF_SIGNED_CERT: msg(
    "The host's certificate is self-signed and not trusted. Use one signed by a certificate authority.",
  ),
  SELF_SIGNED_CERT_IN_CHAIN: UNKNOWN_AUTHORITY,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: UNKNOWN_AUTHORITY,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: msg(
    "The host's certificate is signed by an authority this machine doesn't trust. Set NODE_EXTRA_CA_CERTS to the authority's certificate file. If it's a public authority, the host must send the full chain.",
  ),
  CERT_HAS_EXPIRED: msg(
    "The host's certificate has expired. Have it renewed, or check this machine's clock.",
  ),
  CERT_NOT_YET_VALID: msg("The host's certificate isn't valid yet. Check this machine's clock."),
  CERT_REVOKED: msg("The host's certificate was revoked. Have it replaced."),
  ERR_TLS_CERT_ALTNAME_INVALID: msg('The certificate is for another host. Use the name in the certificate.'),
  HOSTNAME_MISMATCH: msg('The certificate is for another host. Use the name in the certificate.'),
  ERR_SSL_WRONG_VERSION_NUMBER: msg(
    "The host doesn't support TLS on this port. Check the encryption setting.",
  ),
  ERR_SSL_UNSUPPORTED_PROTOCOL: msg(
    'The host only supports an outdated, insecure version of TLS. Have it upgraded.',
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
