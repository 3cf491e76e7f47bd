// CSV cells are escaped, so that no spreadsheet runs a formula from an order.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { csvCell, csvRow } from './csv.ts';

test('a cell that begins like a formula gets an apostrophe, and a number stays a number', () => {
  const table: readonly (readonly [value: string | number | null, cell: string])[] = [
    [null, ''],
    ['', ''],
    ['order 7', 'order 7'],
    ['10.00', '10.00'],
    [7, '7'],
    ['-10.00', '-10.00'],
    [-7, '-7'],
    ['-', "'-"],
    ['-1+1', "'-1+1"],
    ['-1e9', "'-1e9"],
    ['=1+1', "'=1+1"],
    ['+49 30 123', "'+49 30 123"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\t=1', "'\t=1"],
    ['\r=1', '"\'\r=1"'],
    ['=HYPERLINK("https://x.example","y")', '"\'=HYPERLINK(""https://x.example"",""y"")"'],
    ['a,b', '"a,b"'],
    ['say "yes"', '"say ""yes"""'],
    ['two\nlines', '"two\nlines"'],
    [' =1', '" =1"'],
    ['Grüße 🦊', 'Grüße 🦊'],
  ];
  for (const [value, cell] of table) assert.equal(csvCell(value), cell, JSON.stringify(value));
});

test('a row ends as RFC 4180 has it, with as many cells as it was given', () => {
  assert.equal(csvRow(['a', null, '-1.5', '=x']), "a,,-1.5,'=x\r\n");
});
