/** An address with its domain as mail servers write it: in lower case, other letters than Latin ones as punycode. */
export function withPlainDomain(address: string): string {
  const at = address.lastIndexOf('@');
  const domain = address.slice(at + 1);
  if (at < 0 || /[\s\p{C}/?#\\:%[\]@]/u.test(domain) || !URL.canParse(`http://${domain}`)) return address;
  return `${address.slice(0, at)}@${/[^!-~]/u.test(domain) ? new URL(`http://${domain}`).hostname : domain.toLowerCase()}`;
}
