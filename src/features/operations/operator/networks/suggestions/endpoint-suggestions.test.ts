// Each suggestion can be entered as it is, for a network that exists.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { endpointRefusal } from '../../../../../core/config/endpoint-address.ts';
import { factsOf } from '../../../../../io/chains/codecs.ts';
import { registry } from '../../../../known/catalog/registry.ts';
import { endpointSuggestions } from './endpoint-suggestions.ts';

test('each suggestion is an address that its network accepts, with a page of its provider and a day', () => {
  for (const { network, endpoint, documentation, readAt } of endpointSuggestions) {
    const known = registry.find(({ symbol }) => symbol === network);
    assert.ok(known, `${network} is not a built-in network`);
    assert.equal(endpointRefusal([endpoint], factsOf(known.family)), null, endpoint);
    assert.match(endpoint, /^(?:[a-z]+\+)?(?:https|tls):/, 'the connection is encrypted');
    assert.match(documentation, /^https:\/\//);
    assert.match(readAt, /^\d{4}-\d{2}-\d{2}$/);
  }
});

test('no address is suggested twice', () => {
  const endpoints = endpointSuggestions.map(({ network, endpoint }) => `${network} ${endpoint}`);
  assert.equal(new Set(endpoints).size, endpoints.length);
});
