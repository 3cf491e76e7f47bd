// The owner of an app gets a mail about every change of its payout destinations, even after an outage of the mail
// server.
import assert from 'node:assert/strict';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { client, type Json, ok, until } from '../rig/client.ts';
import { testDatabase } from '../rig/database.ts';
import { unwatchedNetworks } from '../rig/interface/api-rig.ts';
import { createMerchant } from '../rig/merchant.ts';
import { startMailServer } from '../rig/outside/mail-server.ts';
import { startService } from '../rig/service.ts';

const address = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const database = await testDatabase();
const mail = await startMailServer();
const shared = { databaseUrl: database.url, config: unwatchedNetworks };
const env = { SECRET_KEY: Buffer.alloc(32, 5).toString('base64'), SMTP_URL: mail.url };
const api = await startService({ killed: true, ...shared, roles: 'api', env });
const merchant = await createMerchant(api, { appName: 'Corner shop' });

after(async () => {
  await api.stop();
  await mail.close();
  await database.drop();
});

const mails = () =>
  mail.mails.filter((one) => one.to.includes(merchant.email) && one.text.includes('Where you are paid has changed'));

test('a change is mailed once it is committed, also when whoever made it is gone before the mail is', async () => {
  const wanted = { app_id: merchant.app.id, network: 'local', kind: 'address', value: address, label: 'Safe' };
  const added = await ok<Json>(merchant.api.post('/app-address', wanted));
  assert.equal((await merchant.api.post('/app-address', wanted)).status, 422);
  for (const change of [{ label: 'Old safe' }, { label: 'Old safe', enabled: true }, { label: 'Safe', enabled: false }])
    await ok(merchant.api.put(`/app-address/${added.id}`, change));
  await ok(merchant.api.delete(`/app-address/${added.id}`));
  await api.kill('SIGKILL');
  assert.equal(mails().length, 0);

  mail.refuse(1);
  const worker = await startService({ ...shared, roles: 'api,worker', env });
  try {
    await until(() => mails().length >= 3, 'the three mails');
    const texts = mails().map((one) => one.text.replaceAll(/\s+/g, ' '));
    for (const words of ['was added to the app Corner shop', 'was changed', 'was removed from the app Corner shop']) {
      assert.equal(texts.filter((text) => text.includes(words)).length, 1, words);
    }
    for (const text of texts)
      for (const part of [address, 'Label: Safe', 'Local chain']) assert.ok(text.includes(part));
    assert.ok(texts.some((text) => text.includes('New payments do not use it.')));
    // A label does not redirect money. Its change is in the audit log, and has a mail with a separate subject.
    const labelled = mail.mails.filter((one) => one.text.includes('The label of an address was changed'));
    assert.equal(labelled.length, 1);
    assert.match(labelled[0]?.text.replaceAll(/\s+/g, ' ') ?? '', /still pay to the same address\. .*Label: Old safe/);
    const log = await ok<Json[]>(
      client(worker.apiUrl, merchant.personalToken).get('/audit-log', { query: { app_id: merchant.app.id } }),
    );
    assert.equal(log.filter(({ action }) => action === 'address.updated').length, 2);
  } finally {
    await worker.stop();
  }
});

test('without a mail server the operator reads it in a file of their own, and the log says where', async () => {
  const { SECRET_KEY } = env;
  const whole = await startService({ ...shared, roles: 'api,worker', env: { SECRET_KEY } });
  try {
    const other = await createMerchant(whole, {
      appName: 'Without mail',
      receives: [{ network: 'local', kind: 'address', value: '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC' }],
    });
    const file = join(whole.dataDir, 'unsent-mails.txt');
    await until(() => whole.lines.some((line) => line.includes(file)), 'the log to say where the mail is');
    await until(() => {
      const mails = readFileSync(file, 'utf8');
      return mails.includes('Where you are paid has changed') && mails.includes(other.email);
    }, 'the mail in the file');
    assert.equal(statSync(file).mode & 0o777, 0o600);
    assert.equal(
      whole.lines.some((line) => line.includes(other.email)),
      false,
    );
  } finally {
    await whole.stop();
  }
});
