import { BlockList, isIP } from 'node:net';

/** IPv4 ranges that are not the public internet (IANA's special-purpose registry); 169.254.169.254 serves cloud credentials. */
const SPECIAL_V4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/3',
  // Azure's internal service.
  '168.63.129.16/32',
];

/** Of IPv6 only 2000::/3 is public; these parts of it are not: tunnels carry an unchecked IPv4 address. */
const GIVEN_OUT_V6 = '2000::/3';
const SPECIAL_V6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'];

const listOf = (family: 'ipv4' | 'ipv6', subnets: readonly string[]): BlockList => {
  const list = new BlockList();
  for (const subnet of subnets) {
    const [address = '', prefix = family === 'ipv4' ? '32' : '128'] = subnet.split('/');
    list.addSubnet(address, Number(prefix), family);
  }
  return list;
};

const specialV4 = listOf('ipv4', SPECIAL_V4);
const specialV6 = listOf('ipv6', SPECIAL_V6);
const givenOutV6 = listOf('ipv6', [GIVEN_OUT_V6]);

/** Whether an IP address in text is one of the public internet; false for anything that is no IP address. */
export function isPublicAddress(address: string): boolean {
  switch (isIP(address)) {
    case 4:
      return !specialV4.check(address, 'ipv4');
    case 6:
      return givenOutV6.check(address, 'ipv6') && !specialV6.check(address, 'ipv6');
    default:
      return false;
  }
}

/** Public addresses, and those in the given networks, such as 192.168.7.5 or 10.1.0.0/16 for a server inside a company. */
export function allowAlso(subnets: readonly string[]): (address: string) => boolean {
  const [v4, v6] = [
    subnets.filter((subnet) => !subnet.includes(':')),
    subnets.filter((subnet) => subnet.includes(':')),
  ];
  const lists = { 4: listOf('ipv4', v4), 6: listOf('ipv6', v6) };
  return (address) => {
    if (isPublicAddress(address)) return true;
    const version = isIP(address);
    return (version === 4 && lists[4].check(address, 'ipv4')) || (version === 6 && lists[6].check(address, 'ipv6'));
  };
}
