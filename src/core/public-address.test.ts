// Which IP addresses count as public, and how strictly addresses and ranges are parsed.
import assert from 'node:assert/strict';
import { isIP } from 'node:net';
import { test } from 'node:test';
import { fc } from '../../test/rig/chance/properties.ts';
import { isPublicAddress, isWithin, parseAddress, parseRange } from './public-address.ts';

function judge(text: string): boolean {
  const bytes = parseAddress(text);
  assert.ok(bytes, `${text} must parse`);
  return isPublicAddress(bytes);
}

const refused = [
  ...[
    '0.0.0.0',
    '0.1.2.3',
    '10.0.0.1',
    '10.255.255.255',
    '100.64.0.1',
    '100.127.255.255',
    '127.0.0.1',
    '127.255.255.254',
  ],
  ...['168.63.129.16', '169.254.169.254', '172.16.0.1', '172.31.255.255', '192.0.0.192', '192.0.2.1', '192.88.99.1'],
  ...['192.168.0.1', '198.18.0.1', '198.19.255.255', '198.51.100.7', '203.0.113.9', '224.0.0.1', '239.255.255.255'],
  ...[
    '240.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::127.0.0.1',
    '::ffff:127.0.0.1',
    '::ffff:8.8.8.8',
    '64:ff9b::8.8.8.8',
  ],
  ...[
    '64:ff9b::7f00:1',
    '64:ff9b:1::1',
    '100::1',
    '5f00::1',
    '2001::1',
    '2001:0:4136:e378::1',
    '2001:2::1',
    '2001:10::1',
  ],
  ...[
    '2001:20::1',
    '2001:db8::1',
    '2002:7f00:1::',
    '2002:c0a8:1::1',
    '2620:4f:8000::1',
    '3fff::1',
    'fc00::1',
    'fd00:ec2::254',
  ],
  ...['fe80::1', 'febf::1', 'fec0::1', 'ff02::1', '4000::1'],
];
const accepted = [
  ...[
    '1.1.1.1',
    '8.8.8.8',
    '9.255.255.255',
    '11.0.0.0',
    '100.63.255.255',
    '100.128.0.0',
    '126.255.255.255',
    '128.0.0.1',
  ],
  ...[
    '169.253.255.255',
    '172.15.255.255',
    '172.32.0.0',
    '192.167.255.255',
    '192.169.0.0',
    '198.17.255.255',
    '198.20.0.0',
  ],
  ...[
    '223.255.255.255',
    '2001:200::1',
    '2001:4860:4860::8888',
    '2606:4700:4700::1111',
    '2a00:1450:4001::64',
    '2003::1',
  ],
];

test('an address of a special-purpose range is never public', () => {
  for (const text of refused) assert.equal(judge(text), false, text);
});

test('an address beside the special ranges is public', () => {
  for (const text of accepted) assert.equal(judge(text), true, text);
});

test('only canonical spellings are addresses', () => {
  const odd = [
    '127.1',
    '0x7f.1',
    '2130706433',
    '017700000001',
    '0127.0.0.1',
    '1.2.3.4.',
    ' 1.2.3.4',
    '1.2.3',
    '256.1.1.1',
  ];
  const oddSix = [
    'fe80::1%eth0',
    '[::1]',
    ':::',
    '1::2::3',
    '1:2:3:4:5:6:7',
    '1:2:3:4:5:6:7:8:9',
    '::1.2.3.4:5',
    '12345::',
    ':1',
  ];
  for (const text of [...odd, ...oddSix, '', 'localhost', '1:2:3:4:5:6:7::8:9'])
    assert.equal(parseAddress(text), null, text);
});

test('whatever the platform takes for an IPv6 address without a zone, we read; and nothing more', () => {
  const group = fc.oneof(fc.constant(''), fc.stringMatching(/^[0-9a-f]{1,5}$/), fc.constant('1.2.3.4'));
  const text = fc.array(group, { minLength: 2, maxLength: 10 }).map((groups) => groups.join(':'));
  fc.assert(fc.property(text, (candidate) => (parseAddress(candidate) !== null) === (isIP(candidate) === 6)));
  fc.assert(fc.property(fc.ipV6(), (address) => parseAddress(address) !== null));
});

test('W1-hidden-address: every IPv4 address hidden in a mapped, NAT64 or 6to4 form is refused', () => {
  fc.assert(
    fc.property(fc.ipV4(), (inner) => {
      const [a, b, c, d] = parseAddress(inner) as [number, number, number, number];
      const hex = `${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`;
      return ![`::ffff:${inner}`, `::${inner}`, `64:ff9b::${inner}`, `2002:${hex}::1`].some(judge);
    }),
  );
});

test('a range holds its own addresses and refuses stray bits', () => {
  const range = parseRange('10.8.0.0/13');
  assert.ok(range);
  assert.equal(isWithin(parseAddress('10.15.255.255')!, range), true);
  assert.equal(isWithin(parseAddress('10.16.0.0')!, range), false);
  assert.equal(isWithin(parseAddress('::ffff:10.8.0.1')!, range), false);
  assert.equal(isWithin(parseAddress('::1')!, parseRange('::1')!), true);
  assert.equal(isWithin(parseAddress('1.2.3.4')!, parseRange('0.0.0.0/0')!), true);
  for (const bad of ['10.8.0.1/13', '10.0.0.0/33', '::/129', '10.0.0.0/', '10.0.0.0/08', '10/8', 'x/8']) {
    assert.equal(parseRange(bad), null, bad);
  }
});
