// The API document of everything that is served: the operations, and the sign-in beside them.
import { type ApiDocument, apiDocument } from '../features/docs/document.ts';
import { entrances } from '../features/identity/sign-in/entrances.ts';
import type { Operation } from '../io/http/operation.ts';

/** As `GET /api/openapi.json` answers it. */
export function documentOf(operations: readonly Operation[], publicUrl: string): ApiDocument {
  return apiDocument(operations, publicUrl, entrances);
}
