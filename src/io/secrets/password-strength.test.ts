// Passwords that are easy to guess are rejected with a reason. Long or random ones are accepted.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { whyGuessable, wordsOfEmail } from './password-strength.ts';

test('common passwords, patterns and personal names are weak; phrases and random characters are not', async () => {
  const words = wordsOfEmail('marguerite.dupont@lemonade.example');
  const weak = ['password', 'Password123!', '12345678', 'qwertyuiop', 'aaaaaaaaaaaa', 'letmein123', 'quittance1'];
  for (const password of [...weak, 'marguerite1', 'lemonade2', 'a'.repeat(128)]) {
    assert.match((await whyGuessable(password, words)) ?? '', /\.$/, password);
  }
  for (const password of ['correct horse battery', 'xk7Qp2mZ', 'xk7Qp2mZ'.repeat(16)]) {
    assert.equal(await whyGuessable(password, words), null, password);
  }
});
