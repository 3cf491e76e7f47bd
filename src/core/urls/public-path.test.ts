// URLs below the path of PUBLIC_URL, as proxies and people write them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cookieNameOn, innerUrl, outerCookie, outerHtml, outerPath, publicPathOf } from './public-path.ts';
import { readPublicUrl } from './read-public-url.ts';

test('PUBLIC_URL is an origin, perhaps with a path, and is refused with what is wrong with it', () => {
  const table: readonly (readonly [text: string, read: string | RegExp])[] = [
    ['https://pay.example', 'https://pay.example'],
    ['HTTPS://Pay.Example:443/', 'https://pay.example'],
    ['http://localhost:3000//', 'http://localhost:3000'],
    ['https://shop.example/pay', 'https://shop.example/pay'],
    ['https://shop.example/Shop/pay.v2/', 'https://shop.example/Shop/pay.v2'],
    ['https://shop.example/a/./b/../pay', 'https://shop.example/a/pay'],
    ['https://shop.example/..', 'https://shop.example'],
    ['https://shop.example/my%20shop', 'https://shop.example/my%20shop'],
    ['https://shop.example/my shop', 'https://shop.example/my%20shop'],
    ['https://shop.example/zahlung/ü', 'https://shop.example/zahlung/%C3%BC'],
    ['https://shop.example/100%', /percent sign/],
    ['https://shop.example/%ff', /percent sign/],
    ['https://shop.example/a//pay', /empty segment/],
    ['https://shop.example/a;b', /semicolon/],
    ['https://shop.example/a,b', /comma/],
    ['https://shop.example/pay?x=1', /query/],
    ['https://shop.example/pay?', /query/],
    ['https://shop.example/#pay', /fragment/],
    ['https://me:secret@shop.example/pay', /user name or a password/],
    ['https://me@shop.example', /user name or a password/],
    ['shop.example/pay', /must be an address such as/],
    ['https:shop.example', /must be an address such as/],
    ['ftp://shop.example/pay', /must be an address such as/],
    ['https://', /must be an address such as/],
  ];
  for (const [text, wanted] of table) {
    const read = readPublicUrl(text);
    if (typeof wanted === 'string') assert.deepEqual(read, { url: wanted }, text);
    else assert.match('fault' in read ? read.fault : read.url, wanted, text);
    assert.doesNotMatch('fault' in read ? read.fault : '', /secret/);
  }
});

test('a request reaches the same route whether the proxy removed the path or not', () => {
  const segments = new Set(['', 'pay', 'api', 'console', 'docs', '.well-known']);
  const table: readonly (readonly [publicPath: string, url: string, inner: string])[] = [
    ['', '/pay/1', '/pay/1'],
    ['', '/shop/pay/1', '/shop/pay/1'],
    ['/shop/pay', '/shop/pay/api/app?v=1', '/api/app?v=1'],
    ['/shop/pay', '/api/app?v=1', '/api/app?v=1'],
    ['/shop/pay', '/shop/pay', '/'],
    ['/shop/pay', '/shop/pay/', '/'],
    ['/shop/pay', '/shop/pay?x=1', '/?x=1'],
    ['/shop/pay', '/shop/payments', '/shop/payments'],
    ['/shop/pay', '/shop', '/shop'],
    ['/shop/pay', '/shop/pay/elsewhere', '/shop/pay/elsewhere'],
    ['/shop/pay', '/shop/pay//evil.example', '/shop/pay//evil.example'],
    ['/shop/pay', '//shop/pay/api/app', '//shop/pay/api/app'],
    ['/shop/pay', '/shop/pay/api/%', '/api/%'],
    // The path equals the first segment of a route, so the next segment decides.
    ['/pay', '/pay/018f', '/pay/018f'],
    ['/pay', '/pay/pay/018f', '/pay/018f'],
    ['/pay', '/pay/018f/receipt', '/pay/018f/receipt'],
    ['/pay', '/pay/console/invoices', '/console/invoices'],
    ['/my%20shop', '/my%20shop/docs', '/docs'],
    ['/%C3%BC', '/%c3%bc/docs', '/docs'],
    ['/pay.v2', '/pay%2Ev2/docs', '/docs'],
    ['/pay.v2', '/payxv2/docs', '/payxv2/docs'],
    ['/pay', '*', '*'],
    // RFC 8414 §3.1.
    ['/a/b', '/.well-known/oauth-authorization-server/a/b', '/.well-known/oauth-authorization-server'],
    ['/a/b', '/.well-known/openid-configuration/a/b?x', '/.well-known/openid-configuration?x'],
    ['/a/b', '/.well-known/openid-configuration/a', '/.well-known/openid-configuration/a'],
    ['/a/b', '/a/b/.well-known/openid-configuration', '/.well-known/openid-configuration'],
  ];
  for (const [publicPath, url, inner] of table)
    assert.equal(
      innerUrl(url, publicPath, (segment) => segments.has(segment)),
      inner,
      `${url} below ${publicPath}`,
    );
});

test('pages, redirects and cookies are put below the path, and nothing else of them changes', () => {
  const path = publicPathOf('https://shop.example/a&b');
  const html = `<a href="/docs">/docs</a><a href="//x.example"><a href="https://x.example/"><a href="?lang=de">
<form action="/link/x"><script src="/assets/x.js"></script><p>href=&#34;/docs&#34; href='/'</p>`;
  assert.equal(outerHtml(html, ''), html);
  assert.equal(
    outerHtml(html, path),
    html
      .replace('href="/docs"', 'href="/a&amp;b/docs"')
      .replace('action="/link', 'action="/a&amp;b/link')
      .replace('src="/assets', 'src="/a&amp;b/assets'),
  );
  assert.deepEqual(
    ['/pay/1', '//x.example', 'https://x.example/', '?a', 'sign-in'].map((one) => outerPath(one, '/p')),
    ['/p/pay/1', '//x.example', 'https://x.example/', '?a', 'sign-in'],
  );
  const cookie = 'csrf_=1; Max-Age=9; Path=/; HttpOnly';
  assert.equal(outerCookie(cookie, ''), cookie);
  assert.equal(outerCookie(cookie, '/p'), 'csrf_=1; Max-Age=9; Path=/p; HttpOnly');
  assert.equal(outerCookie('a=1; path=/', '/p'), 'a=1; path=/p');
  assert.equal(outerCookie('a=1; Path=/p/oauth2', '/p'), 'a=1; Path=/p/oauth2');
});

test('a cookie is bound to its host as far as its path lets browsers', () => {
  assert.equal(cookieNameOn('http://localhost:3000', 'x'), 'x');
  assert.equal(cookieNameOn('https://pay.example', 'x'), '__Host-x');
  assert.equal(cookieNameOn('https://shop.example/pay', 'x'), '__Secure-x');
});
