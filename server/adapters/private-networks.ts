import { BlockList, isIP } from 'node:net';

const PRIVATE = new BlockList();
for (const [network, prefix] of [
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['169.254.0.0', 16],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
] as const)
  PRIVATE.addSubnet(network, prefix);
for (const [network, prefix] of [
  ['fc00::', 7],
  ['fe80::', 10],
] as const)
  PRIVATE.addSubnet(network, prefix, 'ipv6');
PRIVATE.addAddress('::1', 'ipv6');

/** IPv4 networks that are not globally routed (IANA's special-purpose address registry). */
const RESERVED = new BlockList();
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const)
  RESERVED.addSubnet(network, prefix);
// of protocols (Teredo, ORCHID, benchmarks), of documentation, and the shells that IPv4 addresses come in
for (const [network, prefix] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  RESERVED.addSubnet(network, prefix, 'ipv6');

/** All allocated IPv6 space; the rest is unrouted, or an alias of a private address (NAT64, SIIT, segments). */
const GIVEN_OUT = new BlockList();
GIVEN_OUT.addSubnet('2000::', 3, 'ipv6');

const family = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4');

/** An IP address of a private network, or of this machine. */
export const isPrivateAddress = (address: string): boolean => PRIVATE.check(address, family(address));

/** A publicly reachable IP address: neither private nor reserved. */
export const isPublicAddress = (address: string): boolean =>
  isIP(address) > 0 &&
  !isPrivateAddress(address) &&
  !RESERVED.check(address, family(address)) &&
  (isIP(address) === 4 || GIVEN_OUT.check(address, 'ipv6'));
