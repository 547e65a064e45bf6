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

/** Networks that nobody is reached in by the internet's own ways, and the shells that IPv4 addresses come in. */
const RESERVED = new BlockList();
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const)
  RESERVED.addSubnet(network, prefix);
for (const [network, prefix] of [
  ['::', 96],
  ['64:ff9b::', 96],
  ['64:ff9b:1::', 48],
  ['2001::', 32],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['fec0::', 10],
  ['ff00::', 8],
] as const)
  RESERVED.addSubnet(network, prefix, 'ipv6');

const family = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4');

/** An IP address of a private network, or of this machine. */
export const isPrivateAddress = (address: string): boolean => PRIVATE.check(address, family(address));

/** An IP address that anybody on the internet may be reached at: neither private nor reserved. */
export const isPublicAddress = (address: string): boolean =>
  isIP(address) > 0 && !isPrivateAddress(address) && !RESERVED.check(address, family(address));
