// The generated files of all clients. A printer returns its files by path, so each language has one line here.
import { describedApi } from '../../test/rig/interface/described-api.ts';
import { goFiles } from './go/client-files.ts';
import type { ApiModel } from './model/api-model.ts';
import { apiModel } from './model/read-model.ts';
import { phpFiles } from './php/client-files.ts';
import { pythonFiles } from './python/python-files.ts';
import { typescriptText } from './typescript/client-text.ts';

/** Text by path in the project. The same API document always gives the same files. */
export function generatedFiles(): Readonly<Record<string, string>> {
  const model = apiModel(describedApi());
  return Object.assign({}, ...printers.map((print) => print(model)));
}

const printers: readonly ((model: ApiModel) => Readonly<Record<string, string>>)[] = [
  (model) => ({ 'sdk/typescript/src/generated/api.ts': typescriptText(model) }),
  goFiles,
  phpFiles,
  pythonFiles,
];
