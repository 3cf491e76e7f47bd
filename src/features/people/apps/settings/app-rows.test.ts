// Only settings that were set are stored, and readers get all settings.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { defaultSettings } from '../../../../core/app-settings.ts';
import { settingsFromJson } from './app-rows.ts';

test('what was never set has its default; what was set stays', () => {
  assert.deepEqual(settingsFromJson({}), defaultSettings);
  assert.deepEqual(settingsFromJson({ late_payments: 'hold' }), { ...defaultSettings, latePayments: 'hold' });
});
