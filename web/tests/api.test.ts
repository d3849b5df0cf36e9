import { readFileSync } from 'node:fs';
import openapiTS, { astToString, COMMENT_HEADER } from 'openapi-typescript';
import { expect, test } from 'vitest';

test('the types of the API are those of openapi.json; `npm run api` makes them', async () => {
  const schema = new URL('../openapi.json', import.meta.url);
  const made = COMMENT_HEADER + astToString(await openapiTS(schema, { alphabetize: true, defaultNonNullable: false, silent: true }));
  expect(readFileSync(new URL('../src/lib/api.d.ts', import.meta.url), 'utf-8')).toBe(made);
}, 30_000);
